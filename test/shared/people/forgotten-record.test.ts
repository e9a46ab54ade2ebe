import type { MessageRecord } from '../../../shared/message/message.ts';
import {
  forgottenRecord,
  isTheirs,
  personWithKey,
} from '../../../shared/people/forgotten-record.ts';
import { personOf } from '../../../shared/people/person.ts';
import { expect, test } from '../../jest.ts';
import { aMessage, anEvent } from '../adapters/messages.ts';

const address = 'ada@example.org';
const id = personOf('c2VjcmV0', address);
const person = personWithKey('c2VjcmV0', address);
const gone = `forgotten-${id}@invalid`;
const { sesMessageId: _, ...report } = anEvent();

test('what stands for a person has 22 characters, and depends on the key and the address', () => {
  expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(personOf('c2VjcmV0', address)).toBe(id);
  expect(personOf('b3RoZXI=', address)).not.toBe(id);
  expect(personOf('c2VjcmV0', 'bob@example.org')).not.toBe(id);
});

test('every field of a record loses the person, and all others stay', () => {
  const named = `to Ada@Example.org`;
  const record = aMessage({
    recipients: [
      { address: 'Ada@example.org', field: '_to' },
      { address: 'ada@example.org', field: '_cc' },
      { address: 'bob@example.org', field: '_bcc' },
    ],
    ...{ redirectedTo: 'ADA@example.org', leftOut: ['ada@example.org', 'bob@example.org'] },
    ...{ reference: named, error: named, field: named, answer: JSON.stringify({ error: named }) },
    attachments: [{ name: 'ada@example.org.pdf', bytes: 1 }],
    trace: [{ node: named }],
    events: [
      { ...report, addresses: ['ada@example.org'], reason: 'her words' },
      { ...report, eventId: '2', addresses: ['bob@example.org'], reason: 'his words' },
      { ...report, eventId: '3', addresses: ['bob@example.org'], reason: named },
    ],
  });

  const rest = forgottenRecord(record, person);

  expect(rest).toEqual({
    ...record,
    subject: '',
    recipients: [
      { address: gone, field: '_to' },
      { address: `forgotten-${id}-2@invalid`, field: '_cc' },
      { address: 'bob@example.org', field: '_bcc' },
    ],
    ...{ redirectedTo: gone, leftOut: [gone, 'bob@example.org'] },
    ...{ reference: undefined, error: `to ${gone}`, field: `to ${gone}` },
    answer: JSON.stringify({ error: `to ${gone}` }),
    attachments: [{ name: `${gone}.pdf`, bytes: 1 }],
    trace: [{ node: `to ${gone}` }],
    events: [
      { ...report, addresses: [gone], reason: null },
      { ...report, eventId: '2', addresses: ['bob@example.org'], reason: 'his words' },
      { ...report, eventId: '3', addresses: ['bob@example.org'], reason: null },
    ],
    forgotten: [id],
  });
  expect(isTheirs(rest, person)).toBe(false);
});

test('a reference without the address stays, and so do people who were forgotten before', () => {
  const rest = forgottenRecord(aMessage({ reference: 'order-1', forgotten: ['zz'] }), person);

  expect(rest).toMatchObject({ reference: 'order-1', forgotten: [id, 'zz'].sort() });
});

const other = { recipients: [{ address: 'bob@example.org', field: '_to' as const }] };

test.each<[string, Partial<MessageRecord>, boolean, boolean]>([
  ['its recipient', {}, true, true],
  ['who got it', { ...other, redirectedTo: address }, true, true],
  ['who was left out', { ...other, leftOut: [address] }, true, true],
  ['whom a report names', { ...other, events: [report] }, true, true],
  ['whom its subject names, but for a scheduled mail', { ...other, subject: address }, true, false],
  ['nobody else', other, false, false],
])('a record is the data of %s', (_, change, isSent, isScheduled) => {
  expect(isTheirs(aMessage({ ...change, state: 'SENT' }), person)).toBe(isSent);
  expect(isTheirs(aMessage({ ...change, state: 'SCHEDULED' }), person)).toBe(isScheduled);
});
