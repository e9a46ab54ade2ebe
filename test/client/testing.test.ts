import type { Message, Reply } from '../../client/src/index.ts';
import { codesIn } from '../../client/src/testing.ts';
import { expect, test } from '../jest.ts';
import { type Fate, trialOf } from './trial.ts';

const apiKey = 'pr_test_SecretSecretSecretSecretSecretSecre1';

const message = (change: Partial<Message> = {}): Message => ({
  ...{
    id: 'id-1',
    messageId: 'captured-id-1',
    messageIdHeader: null,
    reference: null,
    templateId: 'sign-in',
  },
  ...{
    revision: 1,
    language: null,
    state: 'DELIVERED',
    createdAt: '2026-11-21T12:00:00.000Z',
    sendAt: null,
  },
  recipients: [
    {
      ...{ address: 'Ada@example.com', field: '_to', state: 'DELIVERED' },
      ...{ at: '2026-11-21T12:00:00.000Z', reason: null, suppressed: false },
    },
  ],
  why: 'It was delivered.',
  content: {
    ...{ subject: 'Sign in', html: '<a href="/in">in</a>', text: 'Your code: 481516.' },
    ...{ variables: { name: 'Ada' }, links: ['/in'] },
  },
  ...change,
});

const found = (...messages: Message[]): Fate => ({ status: 200, body: { messages } });

const refused = message({
  ...{ state: 'REFUSED', messageId: null, error: '_to is required', content: null },
});

const to = 'ada@example.com';

const waiting = (fates: Fate[]) => trialOf(fates, { apiKey });

test('waitForMail asks until the mail is there, and returns it with its links and codes', async () => {
  const { client, tried, pauses } = waiting([found(), found(message())]);

  expect(await client.testing.waitForMail({ to, template: 'sign-in' })).toEqual({
    ...{ id: 'id-1', to: 'Ada@example.com', subject: 'Sign in', text: 'Your code: 481516.' },
    ...{ html: '<a href="/in">in</a>', variables: { name: 'Ada' }, links: ['/in'] },
    ...{ codes: ['481516'], attachments: [], headers: {} },
    ...{ state: 'DELIVERED', why: 'It was delivered.' },
  });
  const body = { to, since: '2026-11-21T11:59:58.000Z' };
  expect(tried.map(({ url, body: sent }) => [url, sent])).toEqual([
    ['https://api.example/v1/message', body],
    ['https://api.example/v1/message', body],
  ]);
  expect(pauses).toEqual([100]);
});

test('waitForMail returns what the files of the mail were, and its further headers', async () => {
  const attachments = [
    { name: 'invoice.pdf', bytes: 577, type: 'application/pdf', sha256: 'a'.repeat(64) },
  ];
  const headers = { 'In-Reply-To': '<1@shop.example>' };
  const { content } = message();
  const { client } = waiting([
    found(message({ content: content && { ...content, attachments, headers } })),
  ]);

  expect(await client.testing.waitForMail({ to })).toMatchObject({ attachments, headers });
});

test('waitForMail returns no mail twice: a second call waits for the next mail', async () => {
  const next = message({ id: 'id-2' });
  const { client } = waiting([found(message()), found(message()), found(next, message())]);

  const ids = [await client.testing.waitForMail({ to }), await client.testing.waitForMail({ to })];

  expect(ids.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
});

test('waitForMail waits until the state of a captured mail is reported', async () => {
  const { client } = waiting([found(message({ state: 'SENT' })), found(message())]);

  expect(await client.testing.waitForMail({ to })).toMatchObject({ state: 'DELIVERED' });
});

test('waitForMail asks from the time that the caller gives', async () => {
  const { client, tried } = waiting([found(message())]);

  await client.testing.waitForMail({ to, since: '2m' });

  expect(tried[0]?.body).toEqual({ to, since: '2m' });
});

test.each<[string, Message[], string]>([
  [
    'nothing',
    [],
    'There is no message to this address: check that the application sends it, and that it uses a test key of the same account',
  ],
  [
    'a refused request',
    [refused],
    `The newest message, ${refused.id} of the template ${refused.templateId}, is REFUSED: _to is required`,
  ],
  [
    'a mail of another template',
    [message({ templateId: 'welcome', why: 'SES reported it.' })],
    'The newest message, id-1 of the template welcome, is DELIVERED: SES reported it.',
  ],
])('after the time-out waitForMail says that there was %s', async (_, messages, instead) => {
  const { client } = waiting([found(...messages)]);
  const wait = client.testing.waitForMail({ to, template: 'sign-in', timeoutMs: 100 });

  await expect(wait).rejects.toThrow(
    `No mail of the template sign-in to ada@example.com came within 100 ms. ${instead}`,
  );
});

test('after the time-out waitForMail says that an earlier call returned the mail', async () => {
  const { client } = waiting([found(message())]);
  await client.testing.waitForMail({ to });

  await expect(client.testing.waitForMail({ to, timeoutMs: 100 })).rejects.toMatchObject({
    name: 'MailNotFound',
    message:
      'No mail to ada@example.com came within 100 ms. An earlier call returned the newest one, id-1',
  });
});

test('waitForMail with a live key is refused before a request is made', async () => {
  const { client, tried } = trialOf([found(message())]);

  await expect(client.testing.waitForMail({ to })).rejects.toThrow(
    'waitForMail needs a test key, which begins with pr_test_: a live key cannot read the content of a mail',
  );
  expect(tried).toEqual([]);
});

test('waitForMail passes on the refusal of the service', async () => {
  const error = 'This API key may not use messages';
  const { client } = waiting([{ status: 403, body: { error } }]);

  await expect(client.testing.waitForMail({ to })).rejects.toMatchObject({
    ...{ name: 'PostriderError', status: 403, message: error },
  });
});

test("waitForMail ends with the caller's signal", async () => {
  const { client } = waiting([found()]);
  const reason = new Error('enough');

  const wait = client.testing.waitForMail({ to, signal: AbortSignal.abort(reason) });

  await expect(wait).rejects.toBe(reason);
});

test.each([
  ['Your code: 481516.', ['481516']],
  ['"7KQ2XD" or (AB12-CD34), then 481516 and 481516 again', ['7KQ2XD', 'AB12-CD34', '481516']],
  ['123-456', ['123-456']],
  ['https://shop.example/in?code=481516', []],
  ['Total 18.00 €, $1999, order A1, 123456789, on 2026-11-22, HELLO', []],
  ['', []],
])('the codes in %j are %j', (text, codes) => {
  expect(codesIn(text)).toEqual(codes);
});

const pass = 'PASS';
const aReply = (id: string, change: Partial<Reply> = {}): Reply => ({
  ...{ id, at: `2026-11-21T12:00:0${id}.000Z`, from: to, name: null, subject: 'Re: Sign in' },
  ...{ text: 'Yes.', textCut: false, auto: false, fromRecipient: true, messageIdHeader: null },
  verdicts: { spf: pass, dkim: pass, dmarc: pass, spam: pass, virus: pass },
  attachments: [],
  ...change,
});

test('waitForReply returns each reply once, the oldest first, and no automatic one', async () => {
  const thread = (...replies: Reply[]) => found(message({ replyTo: 'r+1@reply.example', replies }));
  const all = [aReply('1', { auto: true }), aReply('2'), aReply('3')];
  const { client, tried } = waiting([thread(), thread(...all), thread(...all)]);

  expect(await client.testing.waitForReply({ id: 'id-1' })).toEqual(all[1]);
  expect(await client.testing.waitForReply({ id: 'id-1' })).toEqual(all[2]);
  expect(tried.map(({ body }) => body)).toEqual(Array(3).fill({ id: 'id-1' }));
});

test('waitForReply rejects if there is no reply in time', async () => {
  const { client } = waiting([found(message())]);

  await expect(client.testing.waitForReply({ to, timeoutMs: 1 })).rejects.toThrow(
    'No reply came within 1 ms',
  );
});
