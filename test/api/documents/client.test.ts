import { randomBytes } from 'node:crypto';
import {
  attach,
  type ClientOptions,
  createClient,
  PostriderError,
} from '../../../client/src/index.ts';
import { type Fate, startFaultProxy } from '../../fault-proxy.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';

const account = await openAccount();
await account.save(
  { id: 'sends', html: '<p>{{name}}</p>', flow: flowOf(template, provider()) },
  { id: 'returns', html: '<p>{{name}}</p>' },
);

function clientOf({ baseUrl, key }: TestAccount, options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl, apiKey: key, ...options });
}

async function behindProxy(...fates: Fate[]) {
  const { origin } = new URL(account.baseUrl);
  const proxy = await startFaultProxy(origin, () => fates.shift() ?? 'pass');
  return { client: clientOf(account, { baseUrl: `${proxy.endpoint}/v1` }), calls: proxy.calls };
}

const mailTo = (to: string) => ({ templateId: 'sends', variables: { name: 'Ada' }, _to: to });

const countTo = async (to: string) => (await mailsTo(to)).length;

const failure = (call: Promise<unknown>): Promise<PostriderError> =>
  call.then(
    () => new PostriderError('There was no error'),
    (error) => error,
  );

describe('the client', () => {
  test('the client throws a refusal, with the request id that the log has', async () => {
    const error = await failure(clientOf(account).render({ template_id: 'none' }));

    expect(error).toBeInstanceOf(PostriderError);
    expect([error.status, error.message]).toEqual([404, 'Template not found']);
    expect(error.requestId).toMatch(/^[\w-]{16,}$/);
  });

  test('the client sends a file of 3 MB with each of its bytes, and once after a lost answer', async () => {
    const bytes = randomBytes(3 * 2 ** 20);
    const to = 'large@client.example';
    const { client, calls } = await behindProxy('lose answer');

    const _attachments = [await attach(bytes, 'plan.pdf')];
    const outcome = await client.execute({ ...mailTo(to), _attachments });
    const [mail, another] = await mailsTo(to);

    expect([outcome.type, calls.length, another]).toEqual(['sent', 2, undefined]);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['plan.pdf']);
    expect(mail?.attachments[0]?.content === bytes.toString('base64')).toBe(true);
  });

  test('the client waits when its rate is used up, and then succeeds', async () => {
    const free = await openAccount('free');
    const statuses: number[] = [];
    const watched: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      statuses.push(answer.status);
      return answer;
    };
    const client = clientOf(free, { fetch: watched, retries: 10 });
    const thrice = () => Promise.all(emails.map((email) => client.verify({ email })));
    const emails = ['ada@good.example', 'bob@good.example', 'eve@good.example'];

    await Promise.all(Array.from({ length: 70 }, () => free.render({})));
    const verified = [];
    while (!statuses.includes(429)) verified.push(...(await thrice()));

    expect(verified.map(({ email }) => email)).toEqual(verified.map((_, at) => emails[at % 3]));
    expect([...new Set(statuses)].sort()).toEqual([200, 429]);
  });
});

describe('behind a network that breaks', () => {
  test.each<[string, Fate[]]>([
    ['before the request arrived', ['cut']],
    ['before the answer came', ['lose answer']],
    ['time and again', ['lose answer', 'cut', 'lose answer']],
  ])('behind a network that breaks, an execute sends exactly one mail: %s', async (when, fates) => {
    const tries = fates.length + 1;
    const { client, calls } = await behindProxy(...fates);
    const to = `${when.replaceAll(' ', '-')}@client.example`;

    const outcome = await client.execute(mailTo(to));

    expect(outcome).toMatchObject({ type: 'sent', messageId: expect.any(String) });
    expect(calls).toHaveLength(tries);
    expect(await countTo(to)).toBe(1);
  });

  test('behind a network that breaks, a rendering is requested again', async () => {
    const { client, calls } = await behindProxy('lose answer');

    const { html } = await client.render({ template_id: 'returns', variables: { name: 'Bob' } });

    expect([html, calls.length]).toEqual(['<p>Bob</p>', 2]);
  });
});
