import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { exchange } from '../harness/exchange.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { withTestKey } from '../harness/test-key.ts';

const [account, other] = await Promise.all([openAccount(), openAccount()]);
for (const each of [account, other]) {
  await each.save({ id: 'welcome', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
}
const mail = { templateId: 'welcome', variables: {}, _to: 'ada@good.example' };

/** On a busy machine the service may fail to count in time and answer without rows; then this asks again. */
async function usage(accountId: string, query: string) {
  const url = `${deployment.dashboardUrl}/manage/v1/usage${query}`;
  const headers = { 'x-postrider-account': accountId };
  let answer: Awaited<ReturnType<typeof exchange>> | undefined;
  await until(async () => {
    answer = await exchange(url, { method: 'GET', headers });
    return JSON.parse(answer.text).rows !== null;
  });
  return { status: answer?.status, body: JSON.parse(answer?.text ?? '') };
}

test('the dashboard counts what its own account sent, with test keys apart and keys by their names', async () => {
  const capturing = await withTestKey(account, {});
  await account.execute({ ...mail, _cc: 'eve@good.example' });
  await capturing.execute(mail);
  await other.execute(mail);

  const [byTemplate, byKey] = await Promise.all([
    usage(account.accountId, ''),
    usage(account.accountId, '?by=key'),
  ]);

  const row = (name: string, isTest: boolean, recipients: number) =>
    expect.objectContaining({ name, test: isTest, mails: 1, recipients });
  expect(byTemplate).toEqual({
    status: 200,
    body: {
      rows: [row('welcome', false, 2), row('welcome', true, 0)],
      goneBefore: null,
      isCut: false,
    },
  });
  expect(byKey.body.rows).toEqual([row('tests', false, 2), row('tests', true, 0)]);
});

test('the dashboard refuses a table of usage that does not exist', async () => {
  const { status } = await usage(account.accountId, '?by=recipient');

  expect(status).toBe(400);
});
