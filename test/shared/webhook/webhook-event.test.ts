import type { WebhookEvent } from '../../../client/src/index.ts';
import { maxReasonCharacters, maxReferenceCharacters } from '../../../shared/engine/limits.ts';
import { withReports } from '../../../shared/message/apply-event.ts';
import type { DeliveryState, MessageEvent } from '../../../shared/message/message.ts';
import {
  type EndState,
  eventsOfEnd,
  eventsOfMessage,
} from '../../../shared/webhook/webhook-event.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord, recipient, report } from '../manage/message-records.ts';

const ada = 'ada@example.com';
const bob = 'bob@example.com';

const bounce = report({
  ...{ eventId: 'event-2', state: 'BOUNCED', at: '2026-05-01T10:00:02.000Z' },
  ...{ category: 'Permanent/General', reason: 'smtp; 550 5.1.1 user unknown' },
});

const suppressedBy = (messageId: string) => ({
  ...{ address: ada, reason: 'bounce' as const, at: bounce.at, detail: null, messageId },
});

/** The whole event about Ada, of a message with the reference order-1001. */
const eventOf = (type: string, timestamp: string, data: object) => ({
  ...{ type, timestamp },
  data: {
    ...{ id: '01KQHFP6800000000000000001', messageId: '0100-ses-1', reference: 'order-1001' },
    messageIdHeader: '<0100-ses-1@email.amazonses.com>',
    ...{ templateId: 'welcome', revision: 3, language: null, keyId: 'key_1' },
    ...{ to: ada, field: '_to', category: null, suppressed: false, test: false, ...data },
  },
});

const toBoth = messageRecord({ recipients: [recipient(ada), recipient(bob, '_cc')] });

test('an event says what happened to which recipient of which message', () => {
  const record = messageRecord({ reference: 'order-1001' });

  const events = eventsOfMessage(withReports(record, [bounce]), [suppressedBy(record.messageId)]);

  // The client's type: it must be that of the event.
  const sent: WebhookEvent[] = events.map(({ event }) => event);
  expect(sent).toEqual([
    eventOf('message.bounced', '2026-05-01T10:00:02.000Z', {
      ...{ state: 'BOUNCED', category: 'Permanent/General', suppressed: true },
      reason: 'smtp; 550 5.1.1 user unknown',
    }),
  ]);
  expect(events[0]?.id).toMatch(/^evt_[0-9A-Za-z]{22}$/);
});

test('a report about two recipients is two events with different ids', () => {
  const delivery = report({ addresses: [ada, bob] });

  const events = eventsOfMessage(withReports(toBoth, [delivery]), []);

  expect(events.map(({ event: { data } }) => [data.to, data.field])).toEqual([
    [ada, '_to'],
    [bob, '_cc'],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
});

test.each<[DeliveryState, string]>([
  ['DELIVERED', 'message.delivered'],
  ['DELAYED', 'message.delayed'],
  ['BOUNCED', 'message.bounced'],
  ['REJECTED', 'message.rejected'],
  ['COMPLAINED', 'message.complained'],
])(
  'a report of %s makes an event of type %s, with all three names of the message',
  (state, type) => {
    const record = messageRecord({ reference: 'order-1001' });

    expect(eventsOfMessage(withReports(record, [report({ state })]), [])).toMatchObject([
      {
        event: {
          type,
          data: { id: record.messageId, messageId: '0100-ses-1', reference: 'order-1001', state },
        },
      },
    ]);
  },
);

test('a report that SES accepted the mail, or about a stranger, makes no event', () => {
  const reports = [report({ state: 'SENT' }), report({ addresses: ['eve@example.com'] })];

  expect(eventsOfMessage(withReports(messageRecord(), reports), [])).toEqual([]);
});

test('events that come twice and in any order have the same ids, and one highest state', () => {
  const reports = [report(), bounce, report({ eventId: 'event-3', state: 'DELAYED' })];
  const idsAndState = (some: MessageEvent[]) => {
    const events = eventsOfMessage(withReports(messageRecord(), some), []);
    return [new Set(events.map(({ id }) => id)), events.at(-1)?.event.data.state];
  };

  expect(idsAndState(reports.toReversed())).toEqual(idsAndState(reports));
  expect(idsAndState([...reports, bounce])).toEqual(idsAndState(reports));
  expect(idsAndState(reports)[1]).toBe('BOUNCED');
});

test('the bounce of the address that got a mail in place of its recipient is about the recipient', () => {
  const record = messageRecord({
    ...{ messageId: '01KQHFP68000000000000000010', redirectedTo: 'team@example.com' },
  });

  const delivery = report({ addresses: ['team@example.com'] });

  const events = eventsOfMessage(withReports(record, [delivery]), []);

  expect(events).toMatchObject([{ event: { data: { to: ada, test: true } } }]);
});

test('an event says suppressed only if its own report put the address on the list', () => {
  const record = messageRecord();
  const message = withReports(record, [report(), bounce]);
  const suppressedIn = (messageId: string) =>
    eventsOfMessage(message, [suppressedBy(messageId)]).map(({ event }) => event.data.suppressed);

  expect(suppressedIn(record.messageId)).toEqual([false, true]);
  expect(suppressedIn('01KQHFP6800000000000000002')).toEqual([false, false]);
});

test.each<[EndState, string]>([
  ['SENT', 'message.sent'],
  ['FAILED', 'message.failed'],
  ['UNKNOWN', 'message.unknown'],
  ['CANCELLED', 'message.cancelled'],
])(
  'a scheduled message that ends as %s makes an event of type %s, with all three names of the message',
  (state, type) => {
    const record = messageRecord({
      ...{ reference: 'order-1001', sendAt: '2026-05-01T10:00:00.000Z', state },
      ...{ settledAt: '2026-05-01T10:00:01.000Z', error: 'The reason' },
    });

    const events = eventsOfMessage(withReports(record, []), []);

    const sent: WebhookEvent[] = events.map(({ event }) => event);
    expect(sent).toEqual([
      eventOf(type, '2026-05-01T10:00:01.000Z', { state, reason: 'The reason' }),
    ]);
  },
);

test('the end of a message is one event for each recipient, with the same ids each time', () => {
  const ids = () => eventsOfEnd(toBoth, 'SENT').map(({ id }) => id);

  expect(new Set(ids()).size).toBe(2);
  expect(ids()).toEqual(ids());
  expect(eventsOfEnd(toBoth, 'UNKNOWN').map(({ id }) => id)).not.toEqual(ids());
});

test.each(['SCHEDULED', 'SENDING'] as const)(
  'a scheduled message that is %s makes no event',
  (state) => {
    const record = messageRecord({ sendAt: '2026-05-01T10:00:00.000Z', state });

    expect(eventsOfMessage(withReports(record, []), [])).toEqual([]);
  },
);

test('the end of a message whose caller waits for it makes no event', () => {
  expect(eventsOfMessage(withReports(messageRecord({ state: 'FAILED' }), []), [])).toEqual([]);
});

test('the largest event is below 20 KB', () => {
  const record = messageRecord({
    reference: '\u{1f600}'.repeat(maxReferenceCharacters),
    recipients: [recipient(`${'a'.repeat(64)}@${'b'.repeat(250)}.com`)],
  });
  const words = {
    ...{ reason: '\u0001'.repeat(maxReasonCharacters), category: 'c'.repeat(100) },
    addresses: record.recipients.map(({ address }) => address),
  };

  const [largest] = eventsOfMessage(withReports(record, [{ ...bounce, ...words }]), []);

  expect(Buffer.byteLength(JSON.stringify(largest?.event))).toBeLessThan(20_000);
});
