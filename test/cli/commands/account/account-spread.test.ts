import { spreadMessages } from '../../../../cli/commands/account/account-spread.ts';
import { watchMessages } from '../../../../cli/commands/message/watch-messages.ts';
import { deleteAccount } from '../../../../cli/upkeep/delete-account.ts';
import { ScanCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { readKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { hashApiKey } from '../../../../shared/keys/api-key.ts';
import { createAccount, showAccount } from '../../../../shared/manage/accounts.ts';
import { createKey, deleteKey } from '../../../../shared/manage/keys.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { startDeployment } from '../../../management.ts';
import { aMessage } from '../../../shared/adapters/messages.ts';

let accountId: string;
const deployment = await startDeployment();
const { ports } = deployment;
beforeEach(async () => {
  ({ accountId } = await createAccount(ports, { name: 'Acme', plan: 'team' }));
});

const newKey = () => createKey(ports, { accountId, name: 'production' });
const partsOf = async (secret: string) =>
  (await readKey(ports.keys, hashApiKey(secret)))?.messageParts;

/** A message in each of the parts. */
async function sendToAll(parts: number): Promise<string[]> {
  const ids = Array.from({ length: parts }, (_, n) => newMessageId(1000 + n, parts, () => n));
  for (const messageId of ids) {
    await beginMessage(ports.messages, aMessage({ accountId, messageId }));
  }
  return ids;
}

test("spreading an account's messages raises the number in the account and in its active keys", async () => {
  const [active, revoked] = [await newKey(), await newKey()];
  await deleteKey(ports, revoked.keyId);

  const spread = await spreadMessages(ports, accountId, 16);
  const later = await newKey();

  expect(spread).toEqual({
    account: { ...(await showAccount(ports, accountId)), messageParts: 16 },
    changed: true,
    keys: 1,
  });
  expect((await showAccount(ports, accountId)).messageParts).toBe(16);
  expect(await partsOf(active.secret)).toBe(16);
  expect(await partsOf(revoked.secret)).toBeUndefined();
  expect(await partsOf(later.secret)).toBe(16);
});

test("spreading an account's messages over as many parts as before changes nothing", async () => {
  const { secret } = await newKey();
  const before = await showAccount(ports, accountId);

  const one = await spreadMessages(ports, accountId, 1);
  await spreadMessages(ports, accountId, 4);
  const again = await spreadMessages(ports, accountId, 4);

  expect(one).toEqual({ account: before, changed: false, keys: 0 });
  expect(again).toMatchObject({ changed: false, keys: 0 });
  expect(await partsOf(secret)).toBe(4);
});

test("spreading an account's messages over fewer parts is refused, and changes nothing", async () => {
  const { secret } = await newKey();
  await spreadMessages(ports, accountId, 8);

  const fewer = spreadMessages(ports, accountId, 4);

  await expect(fewer).rejects.toThrow(
    `The messages of account ${accountId} are in 8 parts: with fewer, lists would miss messages`,
  );
  expect((await showAccount(ports, accountId)).messageParts).toBe(8);
  expect(await partsOf(secret)).toBe(8);
});

test('if spreading ended before the keys were written, every message is still listed, and the next run completes it', async () => {
  const { secret } = await newKey();
  const cut = deployment.withFaults(
    ({ operation, body }) =>
      operation === 'TransactWriteItems' && body.includes('keyHash') ? 'cut' : 'pass',
    (faulty) => spreadMessages(faulty, accountId, 4),
  );

  await expect(cut).rejects.toThrow();
  const halfWay = [(await showAccount(ports, accountId)).messageParts, await partsOf(secret)];
  const completed = await spreadMessages(ports, accountId, 4);

  expect(halfWay).toEqual([4, undefined]);
  expect(completed).toMatchObject({ changed: false, keys: 1 });
  expect(await partsOf(secret)).toBe(4);
});

test('if spreading ended before the account was written, no key has changed', async () => {
  const { secret } = await newKey();
  const cut = deployment.withFaults(
    ({ operation }) => (operation === 'TransactWriteItems' ? 'cut' : 'pass'),
    (faulty) => spreadMessages(faulty, accountId, 4),
  );

  await expect(cut).rejects.toThrow();
  expect((await showAccount(ports, accountId)).messageParts).toBe(1);
  expect(await partsOf(secret)).toBeUndefined();
});

test('a watch of an account whose messages are spread sees each of them once', async () => {
  await spreadMessages(ports, accountId, 4);
  const readChanges = watchMessages(ports, accountId);
  await readChanges();

  const ids = await sendToAll(4);
  const { changes } = await readChanges();

  expect(changes.map(({ message: { messageId } }) => messageId)).toEqual(ids);
});

test('deleting an account whose messages are spread deletes all of its parts', async () => {
  const stored = async () => {
    const { client, name: TableName } = ports.messages;
    return (await client.send(new ScanCommand({ TableName }))).Count;
  };
  const before = await stored();
  await spreadMessages(ports, accountId, 8);
  await sendToAll(8);

  const { deleted } = await deleteAccount({ ...ports, dashboard: null }, accountId);

  expect(deleted.messages).toBe(8);
  expect(await stored()).toBe(before);
});
