import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { putEndpoint } from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { recordFailure } from '../../../../shared/adapters/tables/webhook-failures-table.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { newMessageId, newTestMessageId } from '../../../../shared/message/message-id.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { report } from '../../../shared/manage/message-records.ts';
import { webhookEndpoint, webhookFailure } from '../../../shared/webhook/endpoints.ts';
import { startReceiver } from '../../../webhook-receiver.ts';
import { startCommandLine } from '../../command-line.ts';
import { printed, refused } from '../../in-process.ts';
import { recordMessage } from '../message/recorded-message.ts';

let account: string[];
let accountId: string;
const cli = await startCommandLine();
beforeEach(async () => {
  ({ accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' }));
  account = ['--account', accountId];
});

const webhook = (...words: string[]) => cli.run(['webhook', ...words, ...account]);
const json = (...words: string[]) => cli.json('webhook', ...words, ...account);

async function keep(change: Parameters<typeof webhookEndpoint>[0] = {}): Promise<void> {
  await putEndpoint(cli.ports.messages, webhookEndpoint({ accountId, ...change }), alone);
}

const minuteMs = 60_000;

/** Stores a message that was recorded and bounced at these times before now. Returns its id. */
async function bounced({ recordedMs = 0, bouncedMs = 0, isTest = false } = {}): Promise<string> {
  const now = Date.now();
  const messageId = (isTest ? newTestMessageId : newMessageId)(now - recordedMs);
  const at = new Date(now - bouncedMs).toISOString();
  const events = [report({ state: 'BOUNCED', at })];
  await recordMessage(cli, { accountId, messageId, events });
  return messageId;
}

test('webhook add prints the secret once, and what came back for a test event', async () => {
  const receiver = await startReceiver(200);

  const added = await webhook('add', receiver.url, '--type', 'message.bounced', '--test');
  const listed = await webhook('list');

  const secret = /whsec_\S+/.exec(added.stdout)?.[0] ?? '';
  const id = /wh_[0-9A-Za-z]{16}/.exec(added.stdout)?.[0] ?? '';
  expect(added).toEqual(
    printed(`webhook  ${id}
address  ${receiver.url}
events   message.bounced, also of test keys
secret   ${secret}

The secret is shown only this once: store it now.
The test event was accepted with 200.
The change takes effect within 30 seconds.
`),
  );
  expect(listed.stdout).toContain(id);
  expect(listed.stdout).not.toContain('whsec_');
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject({ type: 'webhook.test' });
});

test('webhook add --json prints id, url, types, secret, test and the delivery, also if the receiver refuses', async () => {
  const receiver = await startReceiver(401);

  const added = await json('add', receiver.url);

  const delivery = { status: 401, error: 'the receiver answered 401' };
  expect(added).toEqual({
    exitCode: 0,
    answer: {
      ...{ id: expect.stringMatching(/^wh_/), url: receiver.url, types: null, test: false },
      ...{ secret: expect.stringMatching(/^whsec_/), delivery },
    },
  });
  const { id } = added.answer as { id: string };
  expect(await json('test', id)).toEqual({ exitCode: 1, answer: delivery });
});

test('webhook add is refused where the settings switch webhooks off', async () => {
  const file = join(cli.dir, 'deployment.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"WebhooksQueue"', '"Before"'));

  const added = await webhook('add', 'https://hooks.example.com');

  await writeFile(file, text);
  const error = 'This deployment has webhooks switched off: set "later": true in its settings and';
  expect(added).toEqual(refused(`${error} deploy`));
});

const failing = {
  ...{ failingSince: '2026-11-20T10:00:00.000Z', failures: 7, lastStatus: 401 },
  ...{ retryAt: '2026-11-20T12:00:00.000Z', lastError: 'the receiver answered 401' },
};

test('webhook show prints the state of a failing webhook and the events that it did not accept', async () => {
  await keep(failing);
  await recordFailure(cli.ports.messages, accountId, webhookFailure({ lastError: 'HTTP 401' }));

  const shown = await webhook('show', 'wh_1');

  expect(shown.stdout).toContain('state         failing since 2026-11-20 10:00:00\n');
  expect(shown.stdout).toContain('last answer   the receiver answered 401\n');
  expect(shown.stdout).toMatch(
    /evt_1 +message\.bounced +01KQHFP6800000000000000001 +wh_1 +1 +HTTP 401/,
  );
});

test('webhook rotate prints a new secret, and pause, resume and delete say when the functions know it', async () => {
  await keep(failing);

  const rotated = await webhook('rotate', 'wh_1');
  const paused = await webhook('pause', 'wh_1');
  const resumed = await webhook('resume', 'wh_1');
  const shown = await json('show', 'wh_1');
  const deleted = await webhook('delete', 'wh_1');
  const again = await webhook('delete', 'wh_1');

  expect(rotated.stdout).toMatch(/^webhook {2}wh_1\nsecret {3}whsec_\S+\n/);
  expect(rotated.stdout).toMatch(/The old secret also signs until 2\d{3}-/);
  const known = 'The change takes effect within 30 seconds.';
  expect(rotated.stdout).toContain(known);
  expect(paused.stdout).toBe(`Webhook wh_1 is paused. ${known}\n`);
  expect(resumed.stdout).toBe(`Webhook wh_1 is active. ${known}\n`);
  expect(resumed.stderr).toContain(
    `webhook resend --since 4d --webhook wh_1 --account ${accountId}`,
  );
  expect(shown.answer).toMatchObject({ state: 'active', failingSince: null, failures: 0 });
  expect(deleted.stdout).toBe(`Webhook wh_1 is deleted. ${known}\n`);
  expect(again).toEqual(
    refused(`Account ${accountId} has no webhook wh_1: webhook list shows every webhook`),
  );
});

test('webhook failures lists the failures of all webhooks, or those of one', async () => {
  await keep();
  const failures = [webhookFailure(), webhookFailure({ endpointId: 'wh_2' })];
  for (const each of failures) await recordFailure(cli.ports.messages, accountId, each);

  const [all, one] = [await json('failures'), await json('failures', 'wh_1')];

  const shown = failures.map(({ endpointId: webhookId, ...rest }) => ({ webhookId, ...rest }));
  expect((all.answer as { failures: object[] }).failures).toHaveLength(2);
  expect(one.answer).toEqual({ failures: [shown[0]] });
});

test('message show lists the webhooks that have not accepted an event of the message', async () => {
  await keep();
  const messageId = await bounced();
  const failure = webhookFailure({ messageId, lastAt: '2999-01-01T12:00:00.000Z', nextAt: null });
  await recordFailure(cli.ports.messages, accountId, failure);
  await recordFailure(cli.ports.messages, accountId, webhookFailure());

  const shown = await cli.run(['message', 'show', messageId, ...account]);

  expect(shown.stdout.match(/Webhook .*/g)).toEqual([
    'Webhook https://hooks.example.com/postrider answered 500 to message.bounced, no further try',
  ]);
});

const eventIdOf = ({ answer }: { answer: unknown }) =>
  (answer as { events: { eventId: string }[] }).events[0]?.eventId ?? '';

test('webhook resend sends the events since a time to every active webhook, also of messages recorded earlier', async () => {
  const receiver = await startReceiver(200);
  await keep({ url: receiver.url });
  await keep({ endpointId: 'wh_2', url: receiver.url, state: 'PAUSED', pausedBecause: 'asked' });
  const late = await bounced({ recordedMs: 600 * minuteMs, bouncedMs: 90 * minuteMs });
  await bounced({ recordedMs: 600 * minuteMs, bouncedMs: 599 * minuteMs });
  await bounced({ isTest: true });

  const sent = await json('resend', '--since', '2h');

  const [{ body } = { body: '{}' }] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(body)).toMatchObject({ type: 'message.bounced', data: { id: late } });
  const event = { webhookId: 'wh_1', messageId: late, eventId: expect.stringMatching(/^evt_/) };
  expect(sent).toEqual({
    exitCode: 0,
    answer: { events: [{ ...event, type: 'message.bounced', status: 200, error: null }] },
  });
});

test('webhook resend finds an event by its id or by its message, and exits with 1 if it is not accepted', async () => {
  const receiver = await startReceiver(200, 503);
  await keep({ url: receiver.url, test: true });
  const messageId = await bounced({ isTest: true });

  const ofMessage = await json('resend', messageId);
  const eventId = eventIdOf(ofMessage);
  const byId = await json('resend', eventId);
  const unknown = await webhook('resend', 'evt_none');

  expect(ofMessage.exitCode).toBe(0);
  expect(byId).toMatchObject({
    exitCode: 1,
    answer: { events: [{ eventId, messageId, status: 503 }] },
  });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([eventId, eventId]);
  expect(unknown).toMatchObject({
    exitCode: 1,
    stderr: `Error: No recent message of ${accountId} has an event evt_none: name the event's message instead: its data.id\n`,
  });
});

test('webhook resend finds an event that was not accepted by its id alone', async () => {
  const receiver = await startReceiver(200);
  await keep({ url: receiver.url });
  const messageId = await bounced({ recordedMs: 60 * 24 * 60 * minuteMs });
  const eventId = eventIdOf(await json('resend', messageId));
  await recordFailure(cli.ports.messages, accountId, webhookFailure({ messageId, eventId }));

  const sent = await json('resend', eventId, '--webhook', 'wh_1');

  expect(sent).toMatchObject({ exitCode: 0, answer: { events: [{ eventId, messageId }] } });
  expect(await json('failures')).toMatchObject({ answer: { failures: [] } });
});

test('webhook edit changes the address and the events that it names, and no others', async () => {
  await keep({ types: ['message.bounced'] });

  const moved = await json('edit', 'wh_1', '--url', 'https://new.example.com/hooks', '--test');
  const widened = await webhook('edit', 'wh_1', '--all-types', '--no-test');
  const nothing = await webhook('edit', 'wh_1');
  const both = await webhook('edit', 'wh_1', '--all-types', '--type', 'message.bounced');

  expect(moved.answer).toMatchObject({
    ...{ id: 'wh_1', url: 'https://new.example.com/hooks', types: ['message.bounced'], test: true },
  });
  expect(widened.stdout).toContain('events   all\n');
  expect([nothing.exitCode, both.exitCode]).toEqual([2, 2]);
});
