import { textItem } from '../../../shared/adapters/tables/attributes.ts';
import { dayPrefix } from '../../../shared/adapters/tables/days/days-table.ts';
import { deleteItem } from '../../../shared/adapters/tables/dynamodb.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { anyTime, invalid, ok, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();
const { accountId, ask } = await dashboard.accountDoor();

const dayMs = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const none = { states: {}, hardBounces: 0 };

/** Records messages in these states, some days ago. */
async function record(ago: number, ...states: ('SENT' | 'REFUSED')[]) {
  for (const state of states) {
    const messageId = newMessageId(Date.parse(day(ago)));
    await beginMessage(dashboard.tables.messages, aMessage({ accountId, messageId, state }));
  }
}

test('the overview has the counts of each day and those of the days before', async () => {
  await record(0, 'SENT', 'SENT', 'REFUSED');
  await record(6, 'SENT');
  await record(7, 'SENT', 'SENT');
  await record(13, 'REFUSED');

  const answer = await ask('GET', '/overview', { query: { days: '7' } });

  const days = Array.from({ length: 7 }, (_, at) => ({ date: day(6 - at), counts: none }));
  expect(answer).toEqual(
    ok({
      days: days
        .with(0, { date: day(6), counts: { states: { SENT: 1 }, hardBounces: 0 } })
        .with(6, { date: day(0), counts: { states: { SENT: 2, REFUSED: 1 }, hardBounces: 0 } }),
      before: { states: { SENT: 2, REFUSED: 1 }, hardBounces: 0 },
      recent: {
        since: anyTime,
        tally: { sent: 2, delivered: 0, bounced: 0, hard: 0, complained: 0, refused: 1 },
        ...{ bounced: null, complained: null },
      },
      isCounting: false,
    }),
  );
});

test('days whose records have expired uncounted are null, and the days before have no sum', async () => {
  const { body } = await ask('GET', '/overview');

  const { days, before } = body as { days: { counts: unknown }[]; before: unknown };
  expect(days.filter(({ counts }) => counts === null)).toHaveLength(0);
  expect(days).toHaveLength(30);
  expect(before).toBeNull();
});

test('an overview of another number of days is refused', async () => {
  const answer = await ask('GET', '/overview', { query: { days: '31' } });

  expect(answer).toEqual(
    invalid({ pointer: '/query/days', detail: expect.stringMatching(/7.*30.*90/) }),
  );
});

test('the groups of the overview have their names, and say whether they are paused or can be', async () => {
  const { body: key } = await ask('POST', '/api-keys', { body: { name: 'production' } });
  const { keyId } = key as { keyId: string };
  await ask('PATCH', `/api-keys/${keyId}`, { body: { state: 'paused' } });
  for (const change of [{ keyId }, { keyId: 'dashboard' }, { keyId }]) {
    const messageId = newMessageId(Date.now());
    await beginMessage(
      dashboard.tables.messages,
      aMessage({ accountId, messageId, state: 'SENT', ...change }),
    );
  }
  const groups = async (query: Record<string, string>) =>
    (await ask('GET', '/overview/groups', { query: { days: '7', of: 'sent', ...query } })).body;
  // The count of the test before is 15 seconds good.
  await deleteDay(day(0));

  const { rows } = (await groups({ by: 'key' })) as { rows: { id: string }[] };

  const of = (id: string) => rows.find((row) => row.id === id);
  const paused = { at: anyTime, by: 'local', note: null };
  expect(of(keyId)).toMatchObject({ name: 'production', isPausable: true, paused });
  expect(of(keyId)).toMatchObject({ tally: { sent: 2 }, days: [0, 0, 0, 0, 0, 0, 2] });
  expect(of('dashboard')).toBeUndefined();
  expect(await groups({ by: 'sender' })).toMatchObject({ code: 'invalid' });
});

test('the numbers of templates are those of 30 days, without test mails of the dashboard', async () => {
  for (const change of [
    { templateId: 'receipt', state: 'SENT' as const },
    { templateId: 'receipt', state: 'SENT' as const, keyId: 'dashboard' },
    { templateId: 'invite', state: 'REFUSED' as const },
  ]) {
    const messageId = newMessageId(Date.now());
    await beginMessage(dashboard.tables.messages, aMessage({ accountId, messageId, ...change }));
  }
  await deleteDay(day(0));

  const { body } = await ask('GET', '/template-numbers', {});

  const { rows } = body as { rows: { id: string }[] };
  expect(rows.find(({ id }) => id === 'receipt')).toEqual({ id: 'receipt', sent: 1, hard: 0 });
  expect(rows.find(({ id }) => id === 'invite')).toEqual({ id: 'invite', sent: 0, hard: 0 });
  expect(body).toMatchObject({ isCounting: false });
});

async function deleteDay(date: string): Promise<void> {
  const { messages } = dashboard.tables;
  await deleteItem(messages, textItem({ accountId, sk: `${dayPrefix}${date}` }));
}
