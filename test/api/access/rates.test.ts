import { setPlan } from '../../../shared/manage/accounts.ts';
import type { Plan } from '../../../shared/plans.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, call, refusal } from '../harness/call.ts';

const refused = refusal(429, 'Rate limit exceeded', '1');

/** So many calls at once, whatever becomes of them. */
const burst = (count: number, send: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, send));

const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map((each) => each.status))];

describe.each<[Plan, number]>([
  ['free', 60],
  ['pro', 300],
  ['team', 1000],
])('plan %s', (plan, perMinute) => {
  test(`the plan lets ${perMinute} requests through at once, then says when to retry`, async () => {
    const { key } = await openAccount(plan);
    // The answer costs next to nothing, and counts like any other.
    const send = () => call('/v1/render', { key, raw: '' });

    const within = await burst(perMinute, send);
    const beyond: Answer[] = [];
    while (!beyond.some(({ status }) => status === 429) && beyond.length < perMinute) {
      beyond.push(...(await burst(50, send)));
    }

    expect(statusesOf(within)).toEqual([400]);
    expect(beyond).toContainEqual(refused);
    expect(beyond.filter(({ status }) => status !== 400)).toEqual(
      beyond.filter(({ status }) => status === 429).map(() => refused),
    );
  });
});

describe('the rate', () => {
  test('the rate is counted per account, over all its keys, and verifications count as well', async () => {
    const account = await openAccount('free');
    const { secret } = await account.newKey();

    const verified = await burst(60, () => account.verify({ email: '' }));
    const rendered = await burst(20, () => call('/v1/render', { key: secret, body: {} }));

    expect(statusesOf(verified)).toEqual([400]);
    expect(rendered).toContainEqual(refused);
  });

  test('the rate of one account does not affect another account', async () => {
    const [spent, other] = await Promise.all([openAccount('free'), openAccount('free')]);

    const spending = await burst(90, () => spent.render({}));
    const meanwhile = await burst(30, () => other.render({}));

    expect(spending).toContainEqual(refused);
    expect(statusesOf(meanwhile)).toEqual([400]);
  });

  test('the rate is checked after the key and the route, and before the body', async () => {
    const { key } = await openAccount('free');
    const send = () => call('/v1/render', { key, raw: 'no json' });

    const spending = await burst(90, send);
    const [noRoute, noKey] = await Promise.all([
      call('/v1/nothing', { key }),
      call('/v1/render', { key: 'pr_nothing', raw: 'no json' }),
    ]);

    expect(spending).toContainEqual(refused);
    expect(statusesOf(spending).sort()).toEqual([400, 429]);
    expect(noRoute).toEqual(refusal(404, 'Not found'));
    expect(noKey).toEqual(refusal(401, 'Invalid API key'));
  });

  test('the rate follows the new plan from the next request after a change of the plan', async () => {
    const { accountId, ports, render } = await openAccount('free');

    const before = await burst(90, () => render({}));
    await setPlan(ports, accountId, 'pro');
    const after = await burst(150, () => render({}));

    expect(before).toContainEqual(refused);
    expect(statusesOf(after)).toEqual([400]);
  });
});
