import { randomUUID } from 'node:crypto';
import { listMessages, showMessage } from '../../../shared/manage/messages/messages.ts';
import type { UsageRow } from '../../../shared/manage/usage/usage-rows.ts';
import { dashboardKeyId, type MessageRecord } from '../../../shared/message/message.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';
import { exchange } from '../harness/exchange.ts';
import { flowOf, provider, required, template } from '../harness/flow.ts';
import { withKey } from '../harness/keyed.ts';
import { withTestKey } from '../harness/test-key.ts';

const account = await openAccount();
const { accountId, ports } = account;
const flow = flowOf(required('name'), template, provider());
await account.save(
  { id: 'welcome', html: '<p>{{name}}</p>', flow },
  { id: 'receipt', html: '<p>{{name}}</p>', flow },
);
const { secret } = await account.newKey();
const second = { ...account, key: secret };
const tests = await withTestKey(account, {});

const mail = (templateId: string, more: object = {}) => ({
  ...{ templateId, variables: { name: 'Ada' }, _to: 'ada@good.example' },
  ...more,
});
const send = (of: typeof account, body: object) => withKey(of, randomUUID(), body);

async function makeRequests() {
  const copies = { _cc: 'b@good.example, c@good.example' };
  const repeated = mail('receipt');
  await send(account, mail('welcome'));
  await send(account, mail('welcome', copies));
  await send(second, mail('receipt', copies));
  await send(tests, mail('receipt', copies));
  await send(account, mail('welcome', { variables: {} }));
  for (let time = 0; time < 3; time++) await withKey(second, 'the same', repeated);
  const messages = [mail('welcome'), mail('welcome')];
  await withKey(second, 'a batch', { messages }, '/v1/batch');
  await account.render({ template_id: 'welcome', variables: { name: 'Ada' } });
  await account.verify({ email: 'ada@good.example' });
  await exchange(`${deployment.dashboardUrl}/manage/v1/templates/welcome/test-send`, {
    headers: {
      'content-type': 'application/json',
      'x-postrider-account': accountId,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ to: 'qa@good.example', data: { name: 'Ada' }, draft: null }),
  });
  // Refused by the flow, repeated twice, rendered and verified.
  return { mails: 8, others: 1 + 2 + 1 + 1 };
}

async function storedMails(): Promise<MessageRecord[]> {
  const pages = await Promise.all(
    [undefined, true].map((isTest) => listMessages(ports, accountId, { test: isTest, limit: 100 })),
  );
  const shown = pages
    .flatMap(({ messages }) => messages)
    .map(({ messageId }) => showMessage(ports, accountId, messageId));
  return (await Promise.all(shown))
    .map(({ record }) => record)
    .filter(({ state }) => state === 'SENT');
}

function rowsOf(records: readonly MessageRecord[], nameOf: (record: MessageRecord) => string) {
  const rows: Record<string, { mails: number; recipients: number }> = {};
  for (const record of records) {
    const isTest = record.keyId === tests.keyId;
    const name = `${nameOf(record)}${isTest ? ' (test)' : ''}`;
    rows[name] ??= { mails: 0, recipients: 0 };
    rows[name].mails += 1;
    rows[name].recipients += isTest ? 0 : record.recipients.length;
  }
  return rows;
}

async function usageBy(by: string): Promise<UsageRow[]> {
  const words = ['usage', '--by', by, '--account', accountId];
  return ((await command(dataFolder, words)).answer as { rows: UsageRow[] }).rows;
}

const mailsIn = (rows: readonly UsageRow[]) =>
  Object.fromEntries(
    rows
      .filter((row) => row.mails > 0)
      .map(({ name, test, mails: sent, recipients }) => [
        `${name}${test ? ' (test)' : ''}`,
        { mails: sent, recipients },
      ]),
  );

const sum = (rows: readonly UsageRow[], of: 'mails' | 'otherRequests') =>
  rows.reduce((all, row) => all + row[of], 0);

test('usage agrees with the records of the messages, by template, by key and by day', async () => {
  const { mails, others } = await makeRequests();
  // The log has the last line once all mails are counted.
  await until(async () => {
    const rows = await usageBy('template');
    expect([sum(rows, 'mails'), sum(rows, 'otherRequests')]).toEqual([mails, others]);
  });
  const records = await storedMails();

  const [template = [], key = [], day = []] = await Promise.all(
    ['template', 'key', 'day'].map(usageBy),
  );

  expect(mailsIn(template)).toEqual(rowsOf(records, ({ templateId }) => templateId));
  expect(mailsIn(key)).toEqual(rowsOf(records, ({ keyId }) => keyId));
  expect(mailsIn(day)).toEqual(rowsOf(records, (record) => String(record.settledAt).slice(0, 10)));
  expect([key, day].map((rows) => sum(rows, 'otherRequests'))).toEqual([others, others]);
  expect(Object.keys(mailsIn(key))).toContain(dashboardKeyId);
});

test('usage shows live keys, then test keys, and says that it is an estimate', async () => {
  const { exitCode, text } = await commandInWords([
    ...['usage', '--account', accountId, '--since', '1h'],
  ]);

  expect(exitCode).toBe(0);
  expect(text).toMatch(
    /^TEMPLATE +MAILS +RECIPIENTS +OTHER REQUESTS +SERVICE +SES À LA CARTE +SES ESSENTIALS\n.*\n\nTest keys\n.*\n\nAn estimate; AWS's bill is the truth\.\n$/s,
  );
});
