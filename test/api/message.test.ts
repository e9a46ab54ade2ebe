import { createClient, type Message, type Sent } from '../../client/src/index.ts';
import type { KeyOptions } from '../../shared/manage/key-options.ts';
import { createKey } from '../../shared/manage/keys.ts';
import { describe, expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { openAccount, type TestAccount } from './harness/account.ts';
import { call, callRaw } from './harness/call.ts';
import { flowOf, provider, template } from './harness/flow.ts';
import { messageThatIs } from './harness/messages.ts';

const account = await openAccount();
const other = await openAccount();
for (const each of [account, other]) {
  await each.save(
    {
      id: 'sign-in',
      subject: 'Your code',
      html: '<p>{{code}}</p><a href="{{url}}">Sign in</a>',
      flow: flowOf(template, provider()),
    },
    {
      id: 'checked',
      html: '<p>Hello</p>',
      flow: flowOf(
        { id: 'domain', type: 'verification', kind: 'email_domain' },
        template,
        provider(),
      ),
    },
    { id: 'hello', html: '<p>Hello</p>', flow: flowOf(template, provider()) },
  );
}

async function keyOf({ ports, accountId }: TestAccount, options: KeyOptions): Promise<string> {
  return (await createKey(ports, { accountId, name: 'messages', ...options })).secret;
}

const liveKey = await keyOf(account, { scopes: ['execute', 'messages'] });
const testKey = await keyOf(account, { test: {} });

const url = 'https://shop.example/in?a=1&b=2';

async function send(key: string, _to: string, templateId = 'sign-in') {
  const variables = templateId === 'sign-in' ? { code: '481516', url } : {};
  const { text, headers } = await callRaw('/v1/execute', {
    key,
    body: { templateId, variables, _to },
  });
  const { messageId } = JSON.parse(text) as Sent;
  return { id: String(headers['x-message-id']), messageId };
}

async function messages(key: string, body: object): Promise<Message[]> {
  const answer = await call('/v1/message', { key, body });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { messages: Message[] }).messages;
}

describe('POST /v1/message', () => {
  test('a test key finds its captured mail by both ids and by its recipient, with its content', async () => {
    const to = 'found@message.example';
    const { id, messageId } = await send(testKey, to);

    const found = [{ id }, { messageId }, { to: 'FOUND@message.example', since: '2m' }].map(
      (request) => messages(testKey, request),
    );

    for (const [message] of await Promise.all(found)) {
      expect(message).toMatchObject({
        ...{ id, messageId: `captured-${id}`, templateId: 'sign-in', state: 'DELIVERED' },
        recipients: [{ address: to, field: '_to', state: 'DELIVERED', suppressed: false }],
        content: { subject: 'Your code', variables: { code: '481516', url }, links: [url] },
      });
    }
  });

  test('a live key learns what became of a live mail, and whether it suppressed the address, without the content', async () => {
    const { id, messageId } = await send(liveKey, 'bounce@simulator.amazonses.com');
    await messageThatIs('BOUNCED', account, 'bounce@simulator.amazonses.com');

    for (const request of [{ id }, { messageId }, { to: 'bounce@simulator.amazonses.com' }]) {
      expect(await messages(liveKey, request)).toMatchObject([
        { id, state: 'BOUNCED', recipients: [{ suppressed: true }], content: null },
      ]);
    }
  });

  test('a refused request is found by the address as it was given, with its error and field', async () => {
    // `testing` finds only messages that came after its creation.
    const { testing } = createClient({ baseUrl: account.baseUrl, apiKey: testKey });
    const to = 'ada@nobody.invalid';
    const reference = 'order-1001';
    const body = { templateId: 'checked', variables: {}, _to: to, _reference: reference };
    const { body: refused } = await call('/v1/execute', { key: testKey, body });
    const { error, field } = refused as { error: string; field: string };

    for (const request of [{ to }, { reference }]) {
      expect(await messages(testKey, request)).toMatchObject([
        {
          ...{ state: 'REFUSED', messageId: null, reference, error, field, content: null },
          recipients: [{ address: to, field: '_to', state: null, suppressed: false }],
          why: expect.stringMatching(/^The request was refused, so nothing was sent\. /),
        },
      ]);
    }
    // On a slow machine the service answers only within a longer wait.
    let timeoutMs = 150;
    await until(async () => {
      timeoutMs *= 2;
      await expect(testing.waitForMail({ to, timeoutMs })).rejects.toThrow(`is REFUSED: ${error}`);
    });
  });

  test('a message of another account, of the other mode or of another template gets the bytes of an unknown id', async () => {
    const scopes = ['execute', 'messages:hello'];
    const keys = {
      ...{ live: liveKey, test: testKey },
      hello: await keyOf(account, { scopes }),
      foreign: await keyOf(other, { scopes: ['messages'] }),
      foreignTest: await keyOf(other, { test: {} }),
    };
    const live = await send(liveKey, 'isolated@message.example');
    const made = await send(testKey, 'isolated@message.example');
    const tries: [key: keyof typeof keys, body: object][] = [
      ['test', { id: live.id }],
      ['test', { messageId: live.messageId }],
      ['live', { id: made.id }],
      ['live', { messageId: made.messageId }],
      ['hello', { id: live.id }],
      ['foreign', { id: live.id }],
      ['foreign', { messageId: live.messageId }],
      ['foreignTest', { id: made.id }],
      ['foreignTest', { messageId: made.messageId }],
      ['live', { id: '01KAVXC5T0Q7ZJ3M8R2W9YB4FD' }],
      ['test', { messageId: 'captured-nothing' }],
    ];

    const answers = await Promise.all(
      tries.map(async ([key, body]) => {
        const { status, text } = await callRaw('/v1/message', { key: keys[key], body });
        return [key, body, status, text];
      }),
    );

    const unknown = '{"error":"Message not found"}';
    expect(answers).toEqual(tries.map((each) => [...each, 404, unknown]));
    expect(await messages(keys.foreign, { to: 'isolated@message.example' })).toEqual([]);
  });

  test('a live key without the scope may not find messages, and one with it may', async () => {
    const refused = {
      status: 403,
      body: { error: 'This API key may not use messages' },
    };

    expect(await call('/v1/message', { key: account.key, body: { id: 'x' } })).toEqual(refused);
    expect(await messages(liveKey, { to: 'nobody@message.example' })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no selector', {}, 'id, messageId, reference or to is required'],
    ['two selectors', { id: 'x', to: 'x' }, 'id, messageId, reference or to is required'],
    ['a number', { id: 7 }, 'id must be a string, found a number'],
  ])('a request for messages with %s is refused', async (_, body, error) => {
    const answer = await call('/v1/message', { key: testKey, body });

    expect(answer).toEqual({ status: 400, body: { error } });
  });
});
