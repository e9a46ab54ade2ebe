import type { TestDelivery } from '../../../shared/keys/test-delivery.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import type { TestAccount } from './account.ts';
import { type Answer, call } from './call.ts';

export async function withTestKey(account: TestAccount, test: TestDelivery): Promise<TestAccount> {
  const { accountId, baseUrl, ports } = account;
  const { keyId, secret: key } = await createKey(ports, { accountId, name: 'tests', test });
  const execute = (body: unknown): Promise<Answer> => call('/v1/execute', { key, body, baseUrl });
  return { ...account, key, keyId, execute };
}
