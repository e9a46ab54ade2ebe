import { readFile } from 'node:fs/promises';
import { listKeys } from '../../../shared/manage/keys.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';

const url = deployment.dashboardUrl ?? '';

const account = await openAccount();

async function ask(path: string, { headers, ...init }: RequestInit = {}) {
  const answer = await fetch(`${url}/manage/v1${path}`, {
    ...init,
    headers: {
      'x-postrider-account': account.accountId,
      'content-type': 'application/json',
      ...headers,
    },
  });
  return { status: answer.status, body: await answer.json() };
}

describe('the dashboard', () => {
  test('the dashboard serves its page at every path', async () => {
    const answers = await Promise.all(
      ['/', '/templates/welcome', '/settings/api-keys'].map((path) => fetch(`${url}${path}`)),
    );

    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts[0]).toContain('<script type="module"');
    expect(texts).toEqual([texts[0], texts[0], texts[0]]);
  });

  test('the dashboard has a preview whose only script is allowed by its hash', async () => {
    const answer = await fetch(`${url}/preview.html`);

    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[\w+/]+=';/,
    );
  });

  test("the dashboard knows the inbox's address, and that there is no sign-in", async () => {
    const answer = await fetch(`${url}/config.json`);

    expect(await answer.json()).toEqual({ signIn: null, inboxUrl: deployment.inboxUrl });
  });

  test('the dashboard serves the OpenAPI document', async () => {
    const answer = await fetch(`${url}/openapi.json`);

    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.text()).toBe(await readFile('docs/openapi.json', 'utf8'));
  });

  test('V3.5.3 the dashboard creates a key only for its own page', async () => {
    const make = (origin: string) =>
      ask('/api-keys', { method: 'POST', body: '{"name":"made"}', headers: { origin } });

    const foreign = await make('https://evil.example');
    const own = await make(url);

    const keys = await listKeys(account.ports, account.accountId);
    expect([foreign.status, own.status]).toEqual([403, 201]);
    expect(keys.map(({ name }) => name).sort()).toEqual(['made', 'tests']);
  });

  test('the dashboard refuses an account that does not exist', async () => {
    const { status, body } = await ask('/account', {
      headers: { 'x-postrider-account': 'acc_none' },
    });

    expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
  });

  test('the dashboard shows the number of requests, and of which endpoints', async () => {
    await account.verify({ email: 'someone@good.example' });
    await account.verify({ email: 'someone@good.example' });

    const { body } = await ask('/account');

    const { usage, baseUrl } = body as {
      usage: { date: string; requests: number }[];
      baseUrl: string;
    };
    expect(baseUrl).toBe(deployment.baseUrl);
    expect(usage.at(-1)?.requests).toBe(2);
    expect(usage.slice(0, -1).every(({ requests }) => requests === 0)).toBe(true);
  });

  test('the dashboard knows that any sender may send here', async () => {
    const { body } = await ask('/senders');

    expect(body).toEqual({
      items: [{ identity: '*', status: 'verified', advice: null, records: [] }],
      nextCursor: null,
    });
  });
});
