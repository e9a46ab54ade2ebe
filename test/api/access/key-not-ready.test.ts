import {
  deleteGatewayKey,
  joinPlan,
  leavePlan,
} from '../../../shared/adapters/api-gateway-keys.ts';
import { readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';

const notReady = refusal(503, 'API key is not ready yet, try again', '1');

async function gatewayKeyOf({ ports, accountId }: TestAccount): Promise<string> {
  const record = await readAccount(ports.accounts, accountId);
  return record?.gatewayKeyId ?? '';
}

describe('a key that API Gateway does not know', () => {
  test.each(['/v1/render', '/v1/execute', '/v1/verify'])(
    '%s answers 503 for a key that API Gateway does not know',
    async (path) => {
      const account = await openAccount();
      const before = await call(path, { key: account.key, raw: 'no json' });

      await deleteGatewayKey(account.ports.usagePlans, await gatewayKeyOf(account));
      const after = await call(path, { key: account.key, raw: 'no json' });

      expect(before.status).toBe(400);
      expect(after).toEqual(notReady);
    },
  );
});

describe('while an account moves to another plan', () => {
  test('while an account moves to another plan its keys are not ready, and afterwards they are again', async () => {
    const account = await openAccount('free');
    const { usagePlans } = account.ports;
    const gatewayKey = await gatewayKeyOf(account);

    await leavePlan(usagePlans, gatewayKey, 'free');
    const between = await account.render({});
    await joinPlan(usagePlans, gatewayKey, 'pro');
    const after = await account.render({});

    expect(between).toEqual(notReady);
    expect(after).toEqual(refusal(400, 'template_id is required'));
  });
});
