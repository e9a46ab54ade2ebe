import { readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { putKey } from '../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey, hintOf, mintApiKey } from '../../../shared/keys/api-key.ts';
import { mintKeyId } from '../../../shared/keys/ids.ts';
import type { TestDelivery } from '../../../shared/keys/test-delivery.ts';
import type { TestAccount } from './account.ts';
import { type Answer, call } from './call.ts';

/** Creates a test key of an account, and returns the same account with this key for `execute`. */
export async function withTestKey(account: TestAccount, test: TestDelivery): Promise<TestAccount> {
  const { accountId, baseUrl, ports } = account;
  const record = await readAccount(ports.accounts, accountId);
  if (record === null) throw new Error('The account does not exist');
  const key = mintApiKey(ports.randomBytes, 'test');
  const keyId = mintKeyId(ports.randomBytes);
  await putKey(ports.keys, {
    keyHash: hashApiKey(key),
    keyId,
    accountId,
    name: 'tests',
    hint: hintOf(key),
    status: 'active',
    createdAt: new Date().toISOString(),
    usageIdentifierKey: record.usageIdentifierKey,
    messageParts: record.messageParts,
    test,
  });
  const execute = (body: unknown): Promise<Answer> => call('/v1/execute', { key, body, baseUrl });
  return { ...account, key, keyId, execute };
}
