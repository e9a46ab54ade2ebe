import { restorePlans, setPlan } from '../../../cli/upkeep/account-plans.ts';
import { readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import {
  chosenAccount,
  createAccount,
  listAccounts,
  showAccount,
} from '../../../shared/manage/accounts.ts';
import { afterEach, expect, test } from '../../jest.ts';
import { planIds, startDeployment } from '../../management.ts';

const { ports, gateway, withFaults } = await startDeployment();
afterEach(() => {
  gateway.failure = () => undefined;
});

const memberships = () => [...gateway.members];
const recordOf = (accountId: string) => readAccount(ports.accounts, accountId);

async function newAccount(plan: 'free' | 'pro' | 'team' = 'free') {
  const account = await createAccount(ports, { name: 'Acme', plan });
  const record = await recordOf(account.accountId);
  return { ...account, gatewayKeyId: record?.gatewayKeyId ?? 'none' };
}

const planOf = (gatewayKeyId: string) =>
  memberships()
    .filter((member) => member.endsWith(`/${gatewayKeyId}`))
    .map((member) => member.split('/')[0]);

test('there is no account before the first is created', async () => {
  await expect(chosenAccount(ports)).rejects.toThrow(
    'There is no account yet: create one with account create',
  );
});

test('an account is created with a key at API Gateway in its plan', async () => {
  const { gatewayKeyId, ...account } = await newAccount('pro');

  const { usageIdentifierKey } = (await recordOf(account.accountId)) ?? {};
  expect(account).toEqual({
    accountId: expect.stringMatching(/^acc_[0-9A-Za-z]{16}$/),
    ...{ name: 'Acme', plan: 'pro', requestsPerMinute: 300, messageParts: 1 },
    ...{ state: 'ACTIVE', pausedBy: null, pausedAt: null, pauseReason: null },
    createdAt: '1970-01-01T00:00:00.000Z',
  });
  expect(gateway.keys.get(gatewayKeyId)?.value).toBe(usageIdentifierKey);
  expect(planOf(gatewayKeyId)).toEqual([planIds.pro]);
  expect(await showAccount(ports, account.accountId)).toEqual(account);
  expect(await listAccounts(ports)).toEqual([account]);
  expect(await chosenAccount(ports)).toBe(account.accountId);
});

test.each([
  ['', 'The name must not be empty'],
  [' \t', 'The name must not be empty'],
  ['a\nb', 'The name must be on one line, without control characters'],
  ['x'.repeat(201), 'The name must not have more than 200 characters'],
])('an account is not created with the name %j', async (name, sentence) => {
  const calls = gateway.calls.length;

  await expect(createAccount(ports, { name, plan: 'free' })).rejects.toThrow(sentence);
  expect(gateway.calls.length).toBe(calls);
});

test.each([
  ['POST /usageplans/plan-free/keys', 400, 'pass'],
  ['the record', undefined, 'lose answer'],
] as const)('an account leaves nothing behind when %s fails', async (step, status, fate) => {
  const before = { keys: gateway.keys.size, members: memberships() };
  const accounts = await listAccounts(ports);
  gateway.failure = (call) => (call === step ? status : undefined);

  let writes = 0;
  const creation = withFaults(
    ({ operation }) => (operation === 'TransactWriteItems' && writes++ === 0 ? fate : 'pass'),
    (ports) => createAccount(ports, { name: 'Acme', plan: 'free' }),
  );

  await expect(creation).rejects.toThrow();
  expect({ keys: gateway.keys.size, members: memberships() }).toEqual(before);
  expect(await listAccounts(ports)).toEqual(accounts);
});

test("if an account's key cannot be deleted after a failure, the error names the key", async () => {
  const before = new Set(gateway.keys.keys());
  gateway.failure = (call) =>
    call.startsWith('POST /usageplans/') || call.startsWith('DELETE') ? 400 : undefined;

  const creation = createAccount(ports, { name: 'Acme', plan: 'free' });

  const failure = await creation.catch((error: Error) => error.message);
  const [left] = [...gateway.keys.keys()].filter((id) => !before.has(id));
  expect(failure).toMatch(
    new RegExp(`and so did undoing it: delete the API Gateway key ${left} by hand$`),
  );
});

test('with several accounts, one must be named', async () => {
  const { accountId } = await newAccount();

  await expect(chosenAccount(ports)).rejects.toThrow(
    'There are several accounts: name one with --account or in POSTRIDER_ACCOUNT; account list shows them',
  );
  expect(await chosenAccount(ports, accountId)).toBe(accountId);
});

test('an account that does not exist is refused', async () => {
  const sentence = 'There is no account acc_none';

  await expect(chosenAccount(ports, 'acc_none')).rejects.toThrow(sentence);
  await expect(showAccount(ports, 'acc_none')).rejects.toThrow(sentence);
  await expect(setPlan(ports, 'acc_none', 'pro')).rejects.toThrow(sentence);
});

test('all plans get back their missing keys, and no other key is asked for', async () => {
  const [there, missing] = [await newAccount('pro'), await newAccount('pro')];
  gateway.members.delete(`${planIds.pro}/${missing.gatewayKeyId}`);
  const before = gateway.calls.length;

  await restorePlans(ports);

  const calls = gateway.calls.slice(before);
  expect([planOf(there.gatewayKeyId), planOf(missing.gatewayKeyId)]).toEqual([
    [planIds.pro],
    [planIds.pro],
  ]);
  expect(calls).toContain(`GET /usageplans/${planIds.pro}/keys`);
  expect(calls.filter((call) => call.endsWith(`/${there.gatewayKeyId}`))).toEqual([]);
});

test('a change of the plan moves the key, keeps its value and says whether anything changed', async () => {
  const { gatewayKeyId, ...account } = await newAccount('free');
  const value = gateway.keys.get(gatewayKeyId)?.value;

  const first = await setPlan(ports, account.accountId, 'team');
  const second = await setPlan(ports, account.accountId, 'team');

  const moved = { ...account, plan: 'team', requestsPerMinute: 1000 };
  expect(first).toEqual({ account: moved, changed: true });
  expect(second).toEqual({ account: moved, changed: false });
  expect(planOf(gatewayKeyId)).toEqual([planIds.team]);
  const record = await recordOf(account.accountId);
  expect(record?.usageIdentifierKey).toBe(value);
});

test('a change of the plan creates a key that was deleted by hand, with the value that the API keys have', async () => {
  const { gatewayKeyId, ...account } = await newAccount('free');
  const value = gateway.keys.get(gatewayKeyId)?.value;
  gateway.keys.delete(gatewayKeyId);
  gateway.members.delete(`${planIds.free}/${gatewayKeyId}`);

  const fixed = await setPlan(ports, account.accountId, 'free');
  const again = await setPlan(ports, account.accountId, 'free');

  expect(fixed).toEqual({ account, changed: true });
  expect(again).toEqual({ account, changed: false });
  const record = await recordOf(account.accountId);
  const created = gateway.keys.get(record?.gatewayKeyId ?? '');
  expect(created).toMatchObject({ name: `postrider ${account.accountId}`, value });
  expect(planOf(record?.gatewayKeyId ?? '')).toEqual([planIds.free]);
});

const join = 'POST /usageplans/plan-team/keys';
const leave = 'DELETE /usageplans/plan-free/keys/';

test.each<[string, string | null, 'free' | 'pro' | 'team']>([
  ['before it joined the new plan', join, 'team'],
  ['before it joined the new plan, towards a third', join, 'pro'],
  ['before the old plan was left', leave, 'team'],
  ['before it was recorded', null, 'team'],
  ['before it was recorded, towards the old plan', null, 'free'],
  ['before it was recorded, towards a third', null, 'pro'],
])('a change of the plan interrupted %s is completed by the next one', async (_, call, next) => {
  const { gatewayKeyId, accountId } = await newAccount('free');
  gateway.failure = (made) => (call !== null && made.startsWith(call) ? 400 : undefined);
  const interrupted = withFaults(
    ({ operation }) => (call === null && operation === 'TransactWriteItems' ? 'cut' : 'pass'),
    (ports) => setPlan(ports, accountId, 'team'),
  );
  await expect(interrupted).rejects.toThrow();
  gateway.failure = () => undefined;

  const { account } = await setPlan(ports, accountId, next);

  expect(account.plan).toBe(next);
  expect(await showAccount(ports, accountId)).toEqual(account);
  expect(planOf(gatewayKeyId)).toEqual([planIds[next]]);
});
