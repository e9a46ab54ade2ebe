import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { addEndpoint } from '../../functions/announced.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { sample, wordsOf } from '../../shared/reply/fixtures.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { startReceiver } from '../../webhook-receiver.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs, messageTo } from '../harness/messages.ts';
import { startOwnRun } from '../harness/own-run.ts';

const data = join(temporaryFolder(), 'data');
const run = await startOwnRun({ data, words: ['--replies', 'reply.acme.example'] });
const account = await openAccount('team', run.deployment);
await account.save({ id: 'ticket', html: '<p>Hi Ada</p>', flow: flowOf(template, provider()) });

const inbox = (path: string, init: RequestInit) =>
  fetch(new URL(path, run.deployment.inboxUrl ?? ''), { method: 'POST', ...init });

async function sendTo(to: string) {
  const variables = {};
  await account.execute({ templateId: 'ticket', variables, _to: to, _replyTo: 'thread' });
  const { record } = await messageThatIs('DELIVERED', account, to);
  return { replyTo: record.replyTo ?? '', sesMessageId: record.sesMessageId };
}

async function repliesTo(to: string, count: number) {
  await until(async () => (await messageTo(account, to)).replies.length === count);
  return (await messageTo(account, to)).replies;
}

test('a mail that comes from outside is recorded, and its event goes to the webhook', async () => {
  const receiver = await startReceiver(204);
  const types = ['message.replied'] as const;
  await addEndpoint(account.ports.messages, account.accountId, { url: receiver.url, types });
  const to = 'ada@inbox.example.com';
  const { replyTo } = await sendTo(to);

  const body = new Uint8Array(sample('fixtures/gmail-en-html', { to: replyTo, from: to }));
  const received = await inbox('/receive?dmarc=FAIL', { body });
  expect([received.status, await received.json()]).toEqual([
    202,
    { messageId: expect.any(String) },
  ]);

  const [reply] = await repliesTo(to, 1);
  expect(reply).toMatchObject({
    ...{
      text: wordsOf('fixtures/gmail-en-html'),
      fromRecipient: true,
      verdicts: { dmarc: 'FAIL' },
    },
  });
  await until(() => receiver.received.length === 1);
  const { references: _, mailKey: __, ...shown } = reply ?? {};
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    ...{ type: 'message.replied', data: { reply: shown, test: false } },
  });
});

test.each([
  ['to=hello@other.example', 404, 'No receipt rule has this recipient'],
  ['spam=MAYBE', 400, 'spam must be one of PASS, FAIL, GRAY, PROCESSING_FAILED'],
])('the inbox refuses a mail with %s', async (query, status, message) => {
  const answer = await inbox(`/receive?${query}`, {
    body: new Uint8Array(sample('fixtures/iphone-en')),
  });

  expect([answer.status, await answer.json()]).toEqual([status, { message }]);
});

test('Reply on the page of a mail makes a reply with a quote, of which the record has the words', async () => {
  const to = 'bob@inbox.example.com';
  const { sesMessageId } = await sendTo(to);
  const body = new URLSearchParams({ text: 'Ja, größer!\r\n\r\nBob' });
  const answer = await inbox(`/mails/${sesMessageId}/reply`, { body, redirect: 'manual' });

  expect(answer.status).toBe(303);
  const [reply] = await repliesTo(to, 1);
  expect(reply).toMatchObject({ text: 'Ja, größer!\n\nBob', from: to, fromRecipient: true });
  expect(reply?.references).toEqual([`<${sesMessageId}@email.amazonses.com>`]);
  const page = await fetch(new URL(`/mails/${sesMessageId}`, run.deployment.inboxUrl ?? ''));
  expect(await page.text()).toContain('&gt; Hi Ada');
});

test('the simulator answers a mail with a thread, and a mail to a thread comes back', async () => {
  const { replyTo } = await sendTo('reply@simulator.amazonses.com');
  const [reply] = await repliesTo('reply@simulator.amazonses.com', 1);
  expect(reply).toMatchObject({ text: 'This is a reply.', auto: false });

  await account.execute({ templateId: 'ticket', variables: {}, _to: replyTo });
  const [, second] = await repliesTo('reply@simulator.amazonses.com', 2);
  expect(second).toMatchObject({ text: 'Hi Ada', fromRecipient: false });
});

test('the bundle of the function is at most 250 KB, and no other one reads mails', () => {
  const { functions } = readStack(readAssembly(join(data, 'cdk.out')));
  const codes = [...functions.values()].map(({ id, folder }) => {
    return [id, readFileSync(join(folder, 'index.js'), 'utf8')] as const;
  });
  const readers = codes.filter(([, code]) => code.includes('forceRfc822Attachments'));

  expect(readers.map(([id]) => id)).toEqual(['Replies']);
  expect(readers[0]?.[1].length).toBeLessThanOrEqual(250 * 1024);
  expect(readers[0]?.[1]).not.toContain('x-amz-user-agent');
});
