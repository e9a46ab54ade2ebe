import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { listSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import { showMessage } from '../../../shared/manage/messages/messages.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import type { Answer } from '../harness/call.ts';
import { dataFolder } from '../harness/deployment.ts';
import { emailDomain, flowOf, provider, regex, required, template } from '../harness/flow.ts';
import { mailOf, mailsTo } from '../harness/inbox.ts';
import { statesTo } from '../harness/messages.ts';
import { withTestKey } from '../harness/test-key.ts';

const account = await openAccount();
const content = { subject: 'Your code', html: '<p>{{code}}</p>' };
const checks = [required('code'), regex({ field: 'code', pattern: '^[0-9]+$' }), emailDomain()];
await account.save(
  { id: 'code', ...content, flow: flowOf(template, provider()) },
  { id: 'checked', ...content, flow: flowOf(...checks, template, provider()) },
);
const [capturing, redirecting, letting] = await Promise.all([
  withTestKey(account, {}),
  withTestKey(account, { redirectTo: 'success+qa@simulator.amazonses.com' }),
  withTestKey(account, { allow: ['@good.example'] }),
]);
const simulator = (name: string) => `${name}@simulator.amazonses.com`;
const request = (_to: string, more: object = {}) => ({
  templateId: 'code',
  variables: { code: '4711' },
  _to,
  ...more,
});

const sesIdOf = ({ body }: Answer) => (body as { messageId: string }).messageId;
const show = (messageId: string) => showMessage(account.ports, account.accountId, messageId);

function lineAbout(messageId: string, fn: 'Execute' | 'Events'): object | undefined {
  const lines = readFileSync(join(dataFolder, 'logs', `${fn}.log`), 'utf8').split('\n');
  const found = lines.find((line) => line.includes(messageId));
  return found === undefined ? undefined : JSON.parse(found);
}

async function messageAtSes(answer: Answer) {
  const lines = readFileSync(join(dataFolder, 'logs', 'Execute.log'), 'utf8').split('\n');
  const ids = lines
    .filter((line) => line.includes(`"accountId":"${account.accountId}"`))
    .map((line) => JSON.parse(line).messageId);
  const shown = await Promise.all(ids.filter(Boolean).map(show));
  return shown.find(({ record }) => record.sesMessageId === sesIdOf(answer));
}

test.each([
  ['captured@good.example', 'DELIVERED'],
  [simulator('bounce+test-key'), 'BOUNCED'],
  [simulator('complaint+test-key'), 'COMPLAINED'],
])(
  'a test key captures a mail to %s, which is %s in the record and has its copy when the answer comes',
  async (to, state) => {
    const answer = await capturing.execute(request(to));

    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, type: 'sent', messageId: expect.stringMatching(/^captured-/) },
    });
    const messageId = sesIdOf(answer).replace('captured-', '');
    const { record } = await show(messageId);
    expect(record).toMatchObject({ reported: state, recipients: [{ address: to, state }] });
    const place = { accountId: account.accountId, messageId };
    expect(await readCopy(account.ports.messages, place, Date.now())).toMatchObject({
      variables: { code: '4711' },
      bodies: { subject: 'Your code', html: '<p>4711</p>', text: '4711' },
    });
    expect(await mailsTo(to)).toEqual([]);
    expect(await statesTo(account, to)).toEqual([]);
  },
);

test('a bounce and a complaint of captured mails leave the suppression list as it was', async () => {
  const { suppressions } = await listSuppressed(account.ports.messages, account.accountId);
  const states = await Promise.all(
    ['bounce', 'complaint'].map(async (name) => {
      const answer = await capturing.execute(request(simulator(`${name}+again`)));
      return (await show(sesIdOf(answer).replace('captured-', ''))).record.reported;
    }),
  );

  const after = await listSuppressed(account.ports.messages, account.accountId);
  expect([suppressions, after.suppressions]).toEqual([[], []]);
  expect(states).toEqual(['BOUNCED', 'COMPLAINED']);
});

test("a test key redirects a mail: one recipient gets it, and SES's report settles the recipients of the record", async () => {
  const to = 'ada@redirected.example';
  const answer = await redirecting.execute(request(to, { _cc: 'bo@good.example' }));

  const { destination, subject } = await mailOf(answer);
  expect({ destination, subject }).toEqual({
    destination: { to: [`"${to}" <${simulator('success+qa')}>`], cc: [], bcc: [] },
    subject: 'Your code',
  });
  const isDelivered = async () => (await messageAtSes(answer))?.record.reported === 'DELIVERED';
  await until(isDelivered);
  expect((await messageAtSes(answer))?.record).toMatchObject({
    redirectedTo: simulator('success+qa'),
    recipients: [
      { address: to, state: 'DELIVERED' },
      { address: 'bo@good.example', state: 'DELIVERED' },
    ],
  });
  const { messageId = '' } = (await messageAtSes(answer))?.record ?? {};
  await until(() => lineAbout(messageId, 'Events') !== undefined);
  expect(lineAbout(messageId, 'Events')).toMatchObject({ state: 'DELIVERED', test: true });
});

test('a test key sends to the recipients on its list, and leaves out the others', async () => {
  const answer = await letting.execute(
    request('ada@GOOD.example', { _cc: 'bo@notgood.example, eva@good.example' }),
  );

  const { destination } = await mailOf(answer);
  expect(destination).toEqual({ to: ['ada@good.example'], cc: ['eva@good.example'], bcc: [] });
  await until(async () => (await messageAtSes(answer)) !== undefined);
  expect((await messageAtSes(answer))?.record.leftOut).toEqual(['bo@notgood.example']);
});
