import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { ok, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();

const dayMs = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

type Refused = Pick<MessageRecord, 'accountId'> & { ago: number; node: string | null } & Partial<
    Pick<MessageRecord, 'templateId' | 'state'>
  >;

/** Records a request that a node refused, some days ago. */
async function refuse({ ago, node, ...about }: Refused): Promise<string> {
  const messageId = newMessageId(Date.parse(day(ago)));
  const trace = [
    { node: 'inputs', type: 'variables', outcome: 'applied', ms: 0 },
    { node, type: 'verification', outcome: 'failed', ms: 1 },
  ];
  const record = { state: 'REFUSED', templateId: 'welcome', messageId, trace, ...about } as const;
  await beginMessage(dashboard.tables.messages, aMessage(record));
  return messageId;
}

test('the requests that each node of a flow refused are counted over seven days', async () => {
  const { accountId, ask } = await dashboard.accountDoor();
  for (const ago of [0, 0, 6, 7]) await refuse({ accountId, ago, node: 'domain' });
  await refuse({ accountId, ago: 1, node: 'send it' });
  await refuse({ accountId, ago: 1, node: null });
  await refuse({ accountId, ago: 1, node: 'domain', templateId: 'welcome-pro' });
  await refuse({ accountId, ago: 1, node: 'domain', state: 'SENT' });

  const expected = {
    since: day(6),
    nodes: [
      { node: 'domain', requests: 3 },
      { node: 'send it', requests: 1 },
    ],
    isCounting: false,
  };
  expect(await ask('GET', '/templates/welcome/refusals')).toEqual(ok(expected));
  // The second answer comes from the stored counts.
  expect(await ask('GET', '/templates/welcome/refusals')).toEqual(ok(expected));
  expect(await ask('GET', '/templates/unknown/refusals')).toEqual(
    ok({ since: day(6), nodes: [], isCounting: false }),
  );
});

test('the list of messages has those that one node refused', async () => {
  const { accountId, ask } = await dashboard.accountDoor();
  const id = await refuse({ accountId, ago: 0, node: 'domain' });
  await refuse({ accountId, ago: 0, node: 'other' });
  await refuse({ accountId, ago: 0, node: 'domain', state: 'SENT' });

  const { body } = await ask('GET', '/messages', { query: { node: 'domain' } });
  expect(body).toMatchObject({ items: [{ id }], nextCursor: null });
});
