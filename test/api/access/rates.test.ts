import { setPlan } from '../../../cli/upkeep/account-plans.ts';

import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, call, refusal } from '../harness/call.ts';

const refused = refusal(429, 'Rate limit exceeded', '1');

const burst = (count: number, send: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, send));

/** Calls an account on plan free until one call is refused, even if the answers are slow. */
async function untilRefused(send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!answers.some(({ status }) => status === 429)) answers.push(...(await burst(50, send)));
  return answers;
}

const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map((each) => each.status))];

test('plan free lets 60 requests of an account through at once, over all its keys and endpoints, then says when to retry', async () => {
  const [account, other] = await Promise.all([openAccount('free'), openAccount('free')]);
  const { secret } = await account.newKey();
  // An empty body is refused quickly, and counts towards the rate like any other request.
  const render = () => call('/v1/render', { key: secret, raw: '' });

  const within = [...(await burst(30, () => account.verify({}))), ...(await burst(30, render))];
  const beyond = await untilRefused(render);
  const meanwhile = await burst(30, () => other.render({}));

  expect([statusesOf(within), statusesOf(meanwhile)]).toEqual([[400], [400]]);
  expect(beyond.filter(({ status }) => status !== 400)).toEqual(
    beyond.filter(({ status }) => status === 429).map(() => refused),
  );
});

test('the rate is checked after the key and the route, and before the body', async () => {
  const { key } = await openAccount('free');

  const spending = await untilRefused(() => call('/v1/render', { key, raw: 'no json' }));
  const [noRoute, noKey] = await Promise.all([
    call('/v1/nothing', { key }),
    call('/v1/render', { key: 'pr_nothing', raw: 'no json' }),
  ]);

  expect(statusesOf(spending).sort()).toEqual([400, 429]);
  expect(noRoute).toEqual(refusal(404, 'Not found'));
  expect(noKey).toEqual(refusal(401, 'Invalid API key'));
});

test('the rate follows the new plan from the next request after a change of the plan', async () => {
  const { accountId, ports, render } = await openAccount('free');

  await untilRefused(() => render({}));
  await setPlan(ports, accountId, 'pro');
  const after = await burst(150, () => render({}));

  expect(statusesOf(after)).toEqual([400]);
});
