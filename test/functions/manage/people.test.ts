import {
  exportedPerson,
  forgottenPerson,
  foundPerson,
} from '../../../functions/manage/contracts/people.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import {
  keepForgetting,
  readForgetting,
} from '../../../shared/adapters/tables/forgettings-table.ts';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { inTransaction } from '../../../shared/adapters/tables/trail-table.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { aMessage, anEvent } from '../../shared/adapters/messages.ts';
import { accountId, ask, dashboard, eventOf, startDashboardForFile } from './dashboard.ts';

await startDashboardForFile();

const address = 'Ada@example.org';
const ada = 'ada@example.org';
const expiresAt = Math.ceil(Date.now() / 1000) + 86_400;

/** A mail to Ada and Bob, with a report on each and a copy. */
async function send(): Promise<string> {
  const { messages } = dashboard.tables;
  const messageId = newMessageId(Date.now());
  const record = aMessage({
    ...{ accountId, messageId, state: 'SENT', subject: 'Hello Ada', expiresAt },
    recipients: [
      { address, field: '_to' },
      { address: 'bob@example.com', field: '_cc' },
    ],
  });
  await beginMessage(messages, record);
  for (const [place, to] of [ada, 'bob@example.com'].entries()) {
    const eventId = `event-${place}`;
    const event = { ...anEvent(), eventId, addresses: [to], reason: `words about ${to}` };
    await recordEvent(messages, accountId, messageId, event);
  }
  const bodies = { subject: 's', html: '<p>hi</p>', text: 'hi' };
  await keepCopy(messages, record, { variables: { name: 'Ada' }, bodies }, expiresAt);
  return messageId;
}

const people = (path: string, body: object) => ask('POST', `/people/${path}`, { body });

/** The answer of a function that has almost no time left. */
const inHaste = (path: string, body: object) =>
  dashboard.handle(eventOf('POST', `/people/${path}`, { body, authorizer: { accountId } }), 5000);

const ofOne = { messages: 1, copies: 1, history: 0, suppressed: false };

const trail = async () => (await ask('GET', '/trail', { query: { action: 'person.' } })).body;

test('what is found of an address in any case is told in parts, and once in the trail', async () => {
  expect((await people('find', { address })).body).toMatchObject({ done: true });
  expect(await trail()).toMatchObject({ items: [] });
  await send();

  let answer = foundPerson.parse((await inHaste('find', { address })).body);
  let calls = 1;
  for (; !answer.done; calls++) {
    const body = { address, cursor: answer.nextCursor };
    answer = foundPerson.parse((await inHaste('find', body)).body);
  }

  expect(calls).toBeGreaterThan(1);
  expect(answer).toMatchObject({ address: ada, accountId, found: ofOne, left: [] });
  expect(answer.stays.map(({ what }) => what)).not.toContain('backups');
  const entry = { action: 'person.found', target: `person:${answer.person}`, change: ofOne };
  expect(await trail()).toMatchObject({ items: [entry], nextCursor: null });
});

test('an export has the mails with their reports and copies, and hides other recipients', async () => {
  const id = await send();

  const { body } = await people('export', { address });

  const { messages } = exportedPerson.parse(body);
  expect(messages).toEqual([
    expect.objectContaining({
      ...{ id, subject: 'Hello Ada', state: 'SENT' },
      recipients: [
        { address, field: '_to', state: 'DELIVERED' },
        { address: '•2@example.com', field: '_cc', state: 'DELIVERED' },
      ],
      reports: [
        expect.objectContaining({ addresses: [ada], reason: `words about ${ada}` }),
        expect.objectContaining({ addresses: ['•2@example.com'], reason: null }),
      ],
      copy: expect.objectContaining({ variables: { name: 'Ada' } }),
    }),
  ]);
  expect(JSON.stringify(body)).not.toContain('bob');
});

/** Lets the time pass that a forgetting waits for sends that are under way. */
async function passWait(person: string): Promise<void> {
  const { table: trailTable } = dashboard.tables.trail;
  const run = await readForgetting(trailTable, accountId, person);
  if (run === null) throw new Error('Nothing is being forgotten');
  await keepForgetting(trailTable, accountId, { ...run, notBeforeMs: 0 }, inTransaction);
}

test('forgetting answers while it waits, and goes on with its cursor to the end', async () => {
  const id = await send();
  let answer = forgottenPerson.parse((await people('forget', { address, suppress: true })).body);
  for (let calls = 0; !answer.done && calls < 5; calls++) {
    expect(answer.waitMs).toBeGreaterThan(0);
    await passWait(answer.person);
    const body = { address, cursor: answer.nextCursor };
    answer = forgottenPerson.parse((await people('forget', body)).body);
  }

  expect(answer).toMatchObject({ done: true, forgotten: { ...ofOne, suppressed: true } });
  expect((await ask('GET', `/messages/${id}`)).body).toMatchObject({ subject: '' });
  expect((await ask('GET', '/suppressions')).body).toMatchObject({
    items: [{ address: `~${answer.person}`, reason: 'manual' }],
  });
  expect((await ask('GET', `/recipients/${ada}`)).body).toMatchObject({
    suppression: { reason: 'manual' },
  });
  await ask('DELETE', `/suppressions/${ada}`);
  expect((await ask('GET', '/suppressions')).body).toMatchObject({ items: [] });
});

const refusedAt = (pointer: string) => ({
  status: 400,
  body: expect.objectContaining({
    code: 'invalid',
    errors: [expect.objectContaining({ pointer })],
  }),
});

test.each(['find', 'export', 'forget'])(
  '/people/%s refuses what is no address, and the cursor of another person',
  async (path) => {
    await send();
    const { nextCursor } = foundPerson.parse((await inHaste('find', { address })).body);

    expect(await people(path, {})).toMatchObject(refusedAt('/address'));
    expect(await people(path, { address: 'ada' })).toMatchObject(refusedAt('/address'));
    for (const cursor of [nextCursor, 'x']) {
      const body = { address: 'bob@example.com', cursor };
      expect(await people(path, body)).toMatchObject(refusedAt('/cursor'));
    }
  },
);
