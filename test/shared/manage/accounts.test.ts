import { readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import {
  chosenAccount,
  createAccount,
  listAccounts,
  restorePlans,
  setPlan,
  showAccount,
} from '../../../shared/manage/accounts.ts';
import { afterEach, describe, expect, test } from '../../jest.ts';
import { planIds, startDeployment } from '../../management.ts';

const deployment = await startDeployment();
afterEach(() => {
  deployment.gateway.failure = () => undefined;
});

const memberships = () => [...deployment.gateway.members];

async function newAccount(plan: 'free' | 'pro' | 'team' = 'free') {
  const account = await createAccount(deployment.ports, { name: 'Acme', plan });
  const record = await readAccount(deployment.ports.accounts, account.accountId);
  return { ...account, gatewayKeyId: record?.gatewayKeyId ?? 'none' };
}

const planOf = (gatewayKeyId: string) =>
  memberships()
    .filter((member) => member.endsWith(`/${gatewayKeyId}`))
    .map((member) => member.split('/')[0]);

describe('an account', () => {
  test('there is no account before the first is created', async () => {
    await expect(chosenAccount(deployment.ports)).rejects.toThrow(
      'There is no account yet: create one with account create',
    );
  });

  test('an account is created with a key at API Gateway in its plan', async () => {
    const { gatewayKeyId, ...account } = await newAccount('pro');

    const { usageIdentifierKey } =
      (await readAccount(deployment.ports.accounts, account.accountId)) ?? {};
    expect(account).toEqual({
      accountId: expect.stringMatching(/^acc_[0-9A-Za-z]{16}$/),
      name: 'Acme',
      plan: 'pro',
      requestsPerMinute: 300,
      messageParts: 1,
      createdAt: '1970-01-01T00:00:00.000Z',
    });
    expect(deployment.gateway.keys.get(gatewayKeyId)?.value).toBe(usageIdentifierKey);
    expect(planOf(gatewayKeyId)).toEqual([planIds.pro]);
    expect(await showAccount(deployment.ports, account.accountId)).toEqual(account);
    expect(await listAccounts(deployment.ports)).toEqual([account]);
    expect(await chosenAccount(deployment.ports)).toBe(account.accountId);
  });

  test.each([
    ['', 'The name must not be empty'],
    [' \t', 'The name must not be empty'],
    ['a\nb', 'The name must be on one line, without control characters'],
    ['x'.repeat(201), 'The name must not have more than 200 characters'],
  ])('an account is not created with the name %j', async (name, sentence) => {
    const calls = deployment.gateway.calls.length;

    const creation = createAccount(deployment.ports, { name, plan: 'free' });

    await expect(creation).rejects.toThrow(sentence);
    expect(deployment.gateway.calls.length).toBe(calls);
  });

  test.each([['POST /usageplans/plan-free/keys'], ['the record']])(
    'an account leaves nothing behind when %s fails',
    async (step) => {
      const before = { keys: deployment.gateway.keys.size, members: memberships() };
      const accounts = await listAccounts(deployment.ports);
      deployment.gateway.failure = (call) => (call === step ? 400 : undefined);

      const creation = deployment.withFaults(
        ({ operation }) =>
          step === 'the record' && operation === 'PutItem' ? 'lose answer' : 'pass',
        (ports) => createAccount(ports, { name: 'Acme', plan: 'free' }),
      );

      await expect(creation).rejects.toThrow();
      expect({ keys: deployment.gateway.keys.size, members: memberships() }).toEqual(before);
      expect(await listAccounts(deployment.ports)).toEqual(accounts);
    },
  );

  test("if an account's key cannot be deleted after a failure, the error names the key", async () => {
    const before = new Set(deployment.gateway.keys.keys());
    deployment.gateway.failure = (call) =>
      call.startsWith('POST /usageplans/') || call.startsWith('DELETE') ? 400 : undefined;

    const creation = createAccount(deployment.ports, { name: 'Acme', plan: 'free' });

    const failure = await creation.catch((error: Error) => error.message);
    const [left] = [...deployment.gateway.keys.keys()].filter((id) => !before.has(id));
    expect(failure).toMatch(
      new RegExp(`and so did undoing it: delete the API Gateway key ${left} by hand$`),
    );
  });

  test('with several accounts, one must be named', async () => {
    const { accountId } = await newAccount();

    await expect(chosenAccount(deployment.ports)).rejects.toThrow(
      'There are several accounts: name one with --account or in POSTRIDER_ACCOUNT; account list shows them',
    );
    expect(await chosenAccount(deployment.ports, accountId)).toBe(accountId);
  });

  test('an account that does not exist is refused', async () => {
    const sentence = 'There is no account acc_none';

    await expect(chosenAccount(deployment.ports, 'acc_none')).rejects.toThrow(sentence);
    await expect(showAccount(deployment.ports, 'acc_none')).rejects.toThrow(sentence);
    await expect(setPlan(deployment.ports, 'acc_none', 'pro')).rejects.toThrow(sentence);
  });
});

describe('the plans of all accounts', () => {
  test('all plans get back their missing keys, and no other key is asked for', async () => {
    const [there, missing] = [await newAccount('pro'), await newAccount('pro')];
    deployment.gateway.members.delete(`${planIds.pro}/${missing.gatewayKeyId}`);
    const before = deployment.gateway.calls.length;

    await restorePlans(deployment.ports);

    const calls = deployment.gateway.calls.slice(before);
    expect([planOf(there.gatewayKeyId), planOf(missing.gatewayKeyId)]).toEqual([
      [planIds.pro],
      [planIds.pro],
    ]);
    expect(calls).toContain(`GET /usageplans/${planIds.pro}/keys`);
    expect(calls.filter((call) => call.endsWith(`/${there.gatewayKeyId}`))).toEqual([]);
  });
});

describe('a change of the plan', () => {
  test('a change of the plan moves the key, keeps its value and says whether anything changed', async () => {
    const { gatewayKeyId, ...account } = await newAccount('free');
    const value = deployment.gateway.keys.get(gatewayKeyId)?.value;

    const first = await setPlan(deployment.ports, account.accountId, 'team');
    const second = await setPlan(deployment.ports, account.accountId, 'team');

    const moved = { ...account, plan: 'team', requestsPerMinute: 1000 };
    expect(first).toEqual({ account: moved, changed: true });
    expect(second).toEqual({ account: moved, changed: false });
    expect(planOf(gatewayKeyId)).toEqual([planIds.team]);
    const record = await readAccount(deployment.ports.accounts, account.accountId);
    expect(record?.usageIdentifierKey).toBe(value);
  });

  test('a change of the plan creates a key that was deleted by hand, with the value that the API keys have', async () => {
    const { gatewayKeyId, ...account } = await newAccount('free');
    const value = deployment.gateway.keys.get(gatewayKeyId)?.value;
    deployment.gateway.keys.delete(gatewayKeyId);
    deployment.gateway.members.delete(`${planIds.free}/${gatewayKeyId}`);

    const fixed = await setPlan(deployment.ports, account.accountId, 'free');
    const again = await setPlan(deployment.ports, account.accountId, 'free');

    expect(fixed).toEqual({ account, changed: true });
    expect(again).toEqual({ account, changed: false });
    const record = await readAccount(deployment.ports.accounts, account.accountId);
    const anew = deployment.gateway.keys.get(record?.gatewayKeyId ?? '');
    expect(anew).toMatchObject({ name: `postrider ${account.accountId}`, value });
    expect(planOf(record?.gatewayKeyId ?? '')).toEqual([planIds.free]);
  });

  test.each([
    ['before it joined the new plan', 'POST /usageplans/plan-team/keys', 'team'],
    ['before it joined the new plan, towards a third', 'POST /usageplans/plan-team/keys', 'pro'],
    ['before the old plan was left', 'DELETE /usageplans/plan-free/keys/', 'team'],
  ] as const)('a change of the plan interrupted %s is completed later', async (_, call, next) => {
    const { gatewayKeyId, accountId } = await newAccount('free');
    deployment.gateway.failure = (made) => (made.startsWith(call) ? 400 : undefined);
    await expect(setPlan(deployment.ports, accountId, 'team')).rejects.toThrow();
    deployment.gateway.failure = () => undefined;

    const { account } = await setPlan(deployment.ports, accountId, next);

    expect(account.plan).toBe(next);
    expect(planOf(gatewayKeyId)).toEqual([planIds[next]]);
  });

  test.each(['free', 'pro', 'team'] as const)(
    'a change of the plan that was interrupted before it was recorded is completed by the next one, to %s',
    async (next) => {
      const { gatewayKeyId, accountId } = await newAccount('free');
      const interrupted = deployment.withFaults(
        ({ operation }) => (operation === 'UpdateItem' ? 'cut' : 'pass'),
        (ports) => setPlan(ports, accountId, 'team'),
      );
      await expect(interrupted).rejects.toThrow();

      const { account } = await setPlan(deployment.ports, accountId, next);

      expect(account.plan).toBe(next);
      expect(await showAccount(deployment.ports, accountId)).toEqual(account);
      expect(planOf(gatewayKeyId)).toEqual([planIds[next]]);
    },
  );
});
