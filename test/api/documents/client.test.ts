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
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsWhere } from '../harness/inbox.ts';

const account = await openAccount();
await account.save(
  { id: 'sends', html: '<p>{{name}}</p>', flow: flowOf(template, provider()) },
  { id: 'returns', subject: 'For {{name}}', html: '<p>{{name}}</p>' },
);

function clientOf({ baseUrl, key }: TestAccount, options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl, apiKey: key, ...options });
}

/** A client behind a proxy that breaks its connections, one after the other. */
async function behindProxy(...fates: Fate[]) {
  const { origin } = new URL(account.baseUrl);
  const proxy = await startFaultProxy(origin, () => fates.shift() ?? 'pass');
  return { client: clientOf(account, { baseUrl: `${proxy.endpoint}/v1` }), calls: proxy.calls };
}

const mailTo = (to: string) => ({ templateId: 'sends', variables: { name: 'Ada' }, _to: to });

const mailsTo = async (to: string) =>
  (await mailsWhere(({ destination }) => destination.to.includes(to))).length;

const failure = (call: Promise<unknown>): Promise<PostriderError> =>
  call.then(
    () => new PostriderError('There was no error'),
    (error) => error,
  );

describe('the client', () => {
  test('the client renders', async () => {
    const rendered = await clientOf(account).render({
      ...{ template_id: 'returns', variables: { name: 'Ada' }, report: true },
    });

    expect(rendered).toEqual({
      ...{ html: '<p>Ada</p>', subject: 'For Ada', text: 'Ada' },
      language: null,
      variables: { used: ['name'], defaulted: [], missing: [], unknown: [] },
    });
  });

  test('the client verifies', async () => {
    const verified = await clientOf(account).verify({ email: 'ada@good.example' });

    expect(verified).toEqual({
      email: 'ada@good.example',
      verification: {
        ...{ valid: true, format: true, domain: true },
        ...{ mxRecords: true, disposable: false, role: false },
      },
    });
  });

  test.each<[string, string, object, object]>([
    ['callback', 'returns', {}, { html: '<p>Ada</p>', text: 'Ada', subject: 'For Ada' }],
    [
      'validation_failed',
      'sends',
      {},
      { error: '_to is required', field: '_to', id: expect.any(String) },
    ],
    [
      'sent',
      'sends',
      { _to: 'all@client.example' },
      { messageId: expect.any(String), id: expect.any(String) },
    ],
  ])('the client returns the outcome %s', async (type, templateId, delivery, rest) => {
    const outcome = await clientOf(account).execute({
      ...{ templateId, variables: { name: 'Ada' }, ...delivery },
    });

    expect(outcome).toEqual({ success: type !== 'validation_failed', type, ...rest });
  });

  test('the client throws a refusal, with the request id that the log has', async () => {
    const error = await failure(clientOf(account).render({ template_id: 'none' }));

    expect(error).toBeInstanceOf(PostriderError);
    expect([error.status, error.message]).toEqual([404, 'Template not found']);
    expect(error.requestId).toMatch(/^[\w-]{16,}$/);
  });

  test('the client does not repeat a request with another body under a used Idempotency-Key', async () => {
    const client = clientOf(account);

    await client.execute(mailTo('one@client.example'), { idempotencyKey: 'one' });
    const error = await failure(
      client.execute(mailTo('other@client.example'), { idempotencyKey: 'one' }),
    );

    expect([error.status, error.idempotencyKey]).toEqual([422, 'one']);
    expect(await mailsTo('other@client.example')).toBe(0);
  });

  test('the client sends a file of 3 MB with each of its bytes, and once after a lost answer', async () => {
    const bytes = randomBytes(3 * 2 ** 20);
    const to = 'large@client.example';
    const { client, calls } = await behindProxy('lose answer');

    const _attachments = [await attach(bytes, 'plan.pdf')];
    const outcome = await client.execute({ ...mailTo(to), _attachments });
    const [mail, another] = await mailsWhere(({ destination }) => destination.to.includes(to));

    expect([outcome.type, calls.length, another]).toEqual(['sent', 2, undefined]);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['plan.pdf']);
    expect(mail?.attachments[0]?.content === bytes.toString('base64')).toBe(true);
  });

  test('the client returns what the service says about files that are too large together', async () => {
    const half = new Uint8Array(1.6 * 2 ** 20).fill(1);
    const _attachments = [await attach(half, 'a.pdf'), await attach(half, 'b.pdf')];

    const outcome = await clientOf(account).execute({
      ...mailTo('both@client.example'),
      _attachments,
    });

    expect(outcome).toMatchObject({ type: 'validation_failed', field: '_attachments' });
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
    expect(await mailsTo(to)).toBe(1);
  });

  test('behind a network that breaks, a rendering is requested again', async () => {
    const { client, calls } = await behindProxy('lose answer');

    const { html } = await client.render({ template_id: 'returns', variables: { name: 'Bob' } });

    expect([html, calls.length]).toEqual(['<p>Bob</p>', 2]);
  });
});

describe('a client with a wrong address', () => {
  const checkBaseUrl = "Check baseUrl: it is the deployment's output BaseUrl, and ends in /v1";
  const errorAt = async (baseUrl: string) => {
    const client = clientOf(account, { baseUrl, retries: 0 });
    const { status, message } = await failure(client.render({ template_id: 'returns' }));
    return { status, message };
  };

  test('a client with a wrong address, without its /v1, says what it called and what to check', async () => {
    const { origin } = new URL(account.baseUrl);

    expect(await errorAt(origin)).toEqual({
      status: 404,
      message: `Not found: ${origin}/render. ${checkBaseUrl}`,
    });
  });

  test('a client with a wrong address, that of the inbox, says what it called and what to check', async () => {
    const { origin } = new URL(deployment.inboxUrl ?? '');

    expect(await errorAt(`${origin}/v1`)).toEqual({
      status: 400,
      message: `The answer from ${origin}/v1/render has status 400 and is not postrider's. ${checkBaseUrl}`,
    });
  });
});
