import { randomUUID } from 'node:crypto';
import { createKey } from '../../../shared/manage/keys.ts';
import { listMessages, showMessage } from '../../../shared/manage/messages/messages.ts';
import type { UsageRow } from '../../../shared/manage/usage/usage-rows.ts';
import { dashboardKeyId, type MessageRecord } from '../../../shared/message/message.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { exchange } from '../harness/exchange.ts';
import { startFaultyRun } from '../harness/faulty-run.ts';
import { flowOf, provider, required, template } from '../harness/flow.ts';
import { withKey } from '../harness/keyed.ts';
import { withTestKey } from '../harness/test-key.ts';

const { run, ses } = await startFaultyRun();
const account = await openAccount('team', run.deployment);
const { accountId, ports } = account;
const flow = flowOf(required('name'), template, provider());
await account.save(
  { id: 'welcome', html: '<p>{{name}}</p>', flow },
  { id: 'receipt', html: '<p>{{name}}</p>', flow },
);
const second = { ...account, ...(await secondKey()) };
const tests = await withTestKey(account, {});

async function secondKey() {
  const { keyId, secret: key } = await createKey(ports, { accountId, name: 'second' });
  return { keyId, key };
}

let mails = 0;
/** A mail to a new address, with `copies` recipients more. */
const mail = (templateId: string, copies = 0, more: object = {}) => ({
  templateId,
  variables: { name: 'Ada' },
  _to: `mail-${++mails}@good.example`,
  ...(copies > 0 && {
    _cc: Array.from({ length: copies }, (_, at) => `copy-${mails}-${at}@good.example`).join(', '),
  }),
  ...more,
});

const send = (of: typeof account, body: object) => withKey(of, randomUUID(), body);

/** Makes requests of all kinds. Returns how many of them sent no mail. */
async function makeRequests(): Promise<number> {
  for (let round = 0; round < 40; round++) {
    await Promise.all([
      send(account, mail('welcome')),
      send(account, mail('welcome', round % 3)),
      send(second, mail('receipt', 2)),
      send(tests, mail('receipt', 1)),
    ]);
  }
  ses.script.push('reset before answering');
  await send(account, mail('welcome', 1));
  ses.script.push({ status: 400, type: 'MessageRejected', message: 'Email address not verified' });
  await send(account, mail('welcome'));
  await send(account, mail('welcome', 0, { variables: {} }));
  const repeated = mail('receipt');
  for (let time = 0; time < 3; time++) await withKey(second, 'the same', repeated);
  const _sendAt = new Date(Date.now() + 2000).toISOString();
  await send(account, mail('receipt', 1, { _sendAt }));
  const messages = Array.from({ length: 20 }, () => mail('welcome'));
  await withKey(second, 'a batch', { messages }, '/v1/batch');
  await account.render({ template_id: 'welcome', variables: { name: 'Ada' } });
  await account.verify({ email: 'ada@good.example' });
  await exchange(`${run.deployment.dashboardUrl}/manage/v1/templates/welcome/test-send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-postrider-account': accountId,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ to: 'qa@good.example', data: { name: 'Ada' }, draft: null }),
  });
  // Refused by SES, refused by the flow, repeated twice, scheduled, rendered and verified.
  return 1 + 1 + 2 + 1 + 1 + 1;
}

/** The records of all messages that SES has, or may have, and of those that a test key captured. */
async function storedMails(): Promise<MessageRecord[]> {
  const found: MessageRecord[] = [];
  for (const isTest of [undefined, true] as const) {
    let cursor: string | undefined;
    do {
      const page = await listMessages(ports, accountId, { test: isTest, limit: 100, cursor });
      const shown = page.messages.map(({ messageId }) => showMessage(ports, accountId, messageId));
      found.push(...(await Promise.all(shown)).map(({ record }) => record));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return found.filter(({ state }) => state === 'SENT' || state === 'UNKNOWN');
}

const isTestKey = ({ keyId }: MessageRecord) => keyId === tests.keyId;

/** The rows that the records make, by a name. */
function rowsOf(records: readonly MessageRecord[], nameOf: (record: MessageRecord) => string) {
  const rows: Record<string, { mails: number; recipients: number }> = {};
  for (const record of records) {
    const name = `${nameOf(record)}${isTestKey(record) ? ' (test)' : ''}`;
    rows[name] ??= { mails: 0, recipients: 0 };
    rows[name].mails += 1;
    rows[name].recipients += isTestKey(record) ? 0 : record.recipients.length;
  }
  return rows;
}

async function usageBy(by: string): Promise<UsageRow[]> {
  const words = ['usage', '--by', by, '--account', accountId];
  const { answer } = await command(run.data, words, run.data);
  return (answer as { rows: UsageRow[] }).rows;
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

test('usage agrees with the records of the messages, by template, by key and by day', async () => {
  const otherRequests = await makeRequests();
  const sum = (rows: readonly UsageRow[]) => rows.reduce((all, row) => all + row.otherRequests, 0);
  await until(async () => (await storedMails()).length === 40 * 4 + 1 + 1 + 1 + 20 + 1);
  const records = await storedMails();

  const [template, key, day] = await Promise.all(['template', 'key', 'day'].map(usageBy));

  expect(mailsIn(template ?? [])).toEqual(rowsOf(records, ({ templateId }) => templateId));
  expect(mailsIn(key ?? [])).toEqual(rowsOf(records, ({ keyId }) => keyId));
  expect(mailsIn(day ?? [])).toEqual(
    rowsOf(records, (record) => String(record.settledAt).slice(0, 10)),
  );
  expect([template, key, day].map((rows) => sum(rows ?? []))).toEqual(Array(3).fill(otherRequests));
  expect(Object.keys(mailsIn(key ?? []))).toContain(dashboardKeyId);
});

test('usage shows live keys, then test keys, and says that it is an estimate', async () => {
  await callRaw('/v1/render', {
    ...{ key: tests.key, baseUrl: tests.baseUrl },
    body: { template_id: 'welcome', variables: { name: 'Ada' } },
  });
  const words = ['usage', '--account', accountId, '--since', '1h'];

  const { exitCode, text } = await commandInWords(words, run.data);

  expect(exitCode).toBe(0);
  expect(text).toMatch(
    /^TEMPLATE +MAILS +RECIPIENTS +OTHER REQUESTS +SERVICE +SES À LA CARTE +SES ESSENTIALS\nwelcome .*\n\nTest keys\n.*\n\nAn estimate; AWS's bill is the truth\.\n$/s,
  );
});
