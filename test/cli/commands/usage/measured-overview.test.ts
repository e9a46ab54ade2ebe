import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { messageDays } from '../../../../shared/manage/messages/message-days.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { tablesOf, testClient } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { startDeployment } from '../../../management.ts';
import { aMessage } from '../../../shared/adapters/messages.ts';
import { countCapacity, itemBytes } from './capacity.ts';

const deployment = await startDeployment();

test('a day’s count reads half a unit for 4 KB of its records, and a second look reads none of them', async () => {
  const tables = tablesOf(testClient(deployment.tables.endpoint));
  const now = () => new Date('2026-11-23T12:00:00Z');
  const { accountId } = await createAccount(
    { ...deployment.ports, now },
    { name: 'A', plan: 'pro' },
  );
  let bytes = 0;
  for (let sent = 0; sent < 60; sent++) {
    const record = aMessage({ accountId, messageId: newMessageId(now().getTime()) });
    await beginMessage(tables.messages, record);
    bytes += itemBytes(toMessageItem(record));
  }
  const capacity = countCapacity(tables.messages.client);
  const look = () => messageDays({ ...tables, now, retentionDays: 30 }, accountId, 30);

  await look();
  const first = capacity();
  await look();
  const second = capacity();
  tables.messages.client.destroy();

  // A strongly consistent read of the account, and the second time also one of the stored days.
  expect(first).toEqual({ reads: 1 + Math.ceil(bytes / 4096) / 2, writes: 1 });
  expect(second).toEqual({ reads: 1.5, writes: 0 });
});
