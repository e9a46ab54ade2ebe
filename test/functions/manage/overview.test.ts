import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { invalid, ok, startDashboard } from './dashboard.ts';

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
