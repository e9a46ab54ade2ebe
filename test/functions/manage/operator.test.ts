import * as z from 'zod/mini';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { check } from '../../../functions/manage/contracts/sending.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import { describe, expect, test } from '../../jest.ts';
import { accountId, anyTime, ask, dashboard, ok, startDashboardForFile } from './dashboard.ts';

await startDashboardForFile();

type Page = { items: { [name: string]: unknown }[]; nextCursor: string | null };

describe('an API key', () => {
  const create = (name: string) => ask('POST', '/api-keys', { body: { name } });

  test('V8.2.3 V14.3.2 V15.3.1 only the answer to its creation has the secret of an API key', async () => {
    const created = await create(' production ');
    const { secret, ...key } = created.body as { secret: string; [name: string]: unknown };
    const listed = await ask('GET', '/api-keys');
    const deleted = await ask('DELETE', `/api-keys/${key.keyId}`);

    const shown = {
      keyId: expect.stringMatching(/^key_/),
      name: 'production',
      hint: expect.any(String),
      status: 'active',
      mode: 'live',
      ...{ redirectTo: null, allow: [], scopes: null },
      createdAt: anyTime,
      revokedAt: null,
      paused: null,
      activeUntil: null,
    };
    expect(created).toEqual(ok({ ...shown, secret: expect.stringMatching(/^pr_/) }, {}, 201));
    expect(listed).toEqual(ok({ items: [key], nextCursor: null }));
    expect(deleted).toEqual(ok({ ...key, status: 'revoked', revokedAt: anyTime }));
    expect(await readKey(dashboard.tables.keys, hashApiKey(secret))).toMatchObject({ accountId });
  });

  test('a test key is created with its redirect, allow-list and scopes, and the list shows them', async () => {
    const options = {
      ...{ mode: 'test', redirectTo: 'qa@acme.example', allow: ['@acme.example'] },
      scopes: ['execute:welcome'],
    };

    const created = await ask('POST', '/api-keys', { body: { name: 'ci', ...options } });
    const listed = await ask('GET', '/api-keys');

    const { secret, ...key } = created.body as { secret: string };
    expect(secret).toMatch(/^pr_test_/);
    expect(key).toMatchObject({ name: 'ci', ...options });
    expect((listed.body as { items: object[] }).items).toContainEqual(key);
  });

  test('a key is paused with a note by the user, and resumed', async () => {
    const { keyId } = (await create('loop')).body as { keyId: string };
    const change = (body: object) => ask('PATCH', `/api-keys/${keyId}`, { body });

    const paused = await change({ state: 'paused', note: 'A loop' });
    const resumed = await change({ state: 'active' });

    expect(paused.body).toMatchObject({ paused: { at: anyTime, by: 'local', note: 'A loop' } });
    expect(resumed.body).toMatchObject({ paused: null });
    expect(await ask('PATCH', '/api-keys/key_none', { body: { state: 'paused' } })).toMatchObject({
      status: 404,
    });
  });

  test('an API key is rotated: the new one is like it, and the old one works until the chosen time', async () => {
    const options = { mode: 'test', redirectTo: 'qa@acme.example', scopes: ['render'] };
    const first = await ask('POST', '/api-keys', { body: { name: 'ci', ...options } });
    const { secret: _, ...old } = first.body as { secret: string; keyId: string };
    const oldUntil = new Date(Date.now() + 3_600_000).toISOString();
    const path = `/api-keys/${old.keyId}/rotate`;

    const rotated = await ask('POST', path, { body: { oldUntil } });
    const listed = await ask('GET', '/api-keys');
    const past = await ask('POST', path, { body: { oldUntil: '2020-01-01T00:00:00Z' } });

    const { secret, old: ended, ...created } = rotated.body as { secret: string; old: object };
    expect(rotated.status).toBe(201);
    expect(secret).toMatch(/^pr_test_/);
    expect(created).toMatchObject({ name: 'ci', ...options, activeUntil: null });
    expect(ended).toEqual({ ...old, activeUntil: oldUntil });
    expect((listed.body as Page).items).toEqual([created, ended]);
    const detail = 'oldUntil must be in the future, and at most a year away';
    expect(past).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/oldUntil', detail }] },
    });
  });

  test('API keys are listed newest first, page by page', async () => {
    for (const name of ['1', '2', '3', '4', '5']) await create(name);

    const names: unknown[][] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor && { cursor }) };
      const { items, nextCursor } = (await ask('GET', '/api-keys', { query })).body as Page;
      names.push(items.map(({ name }) => name));
      cursor = nextCursor;
    } while (cursor);

    expect(names).toEqual([['5', '4'], ['3', '2'], ['1']]);
  });
});

describe('a suppressed address', () => {
  const suppressed = { reason: 'manual', at: anyTime, detail: null, messageId: null };

  test('a suppressed address is added once, listed, and removed', async () => {
    const body = { address: 'Ada/x@Example.com', note: ' asked for it ' };

    const added = await ask('POST', '/suppressions', { body });
    const again = await ask('POST', '/suppressions', { body: { address: 'ada/x@example.com' } });
    const listed = await ask('GET', '/suppressions');
    const removed = await ask('DELETE', `/suppressions/${encodeURIComponent('ada/x@EXAMPLE.com')}`);
    const gone = await ask('DELETE', '/suppressions/ada/x@example.com');
    const empty = await ask('GET', '/suppressions');

    const shown = { address: 'ada/x@example.com', ...suppressed, detail: 'asked for it' };
    expect(added).toEqual(ok(shown, {}, 201));
    expect(again).toEqual(ok(added.body));
    expect(listed).toEqual(ok({ items: [shown], nextCursor: null }));
    expect([removed, gone]).toMatchObject([{ status: 204, body: undefined }, { status: 204 }]);
    expect(empty).toEqual(ok({ items: [], nextCursor: null }));
  });
});

describe('several suppressed addresses', () => {
  test('addresses are added together, and those that are known or wrong are told; the list can be of one reason', async () => {
    await ask('POST', '/suppressions', { body: { address: 'known@example.com' } });
    const entries = [
      { address: 'ada@example.com', note: 'moved' },
      { address: 'nobody' },
      { address: 'known@example.com' },
    ];

    const added = await ask('POST', '/suppressions/batch', { body: { entries } });
    const many = Array.from({ length: 101 }, () => ({ address: 'a@example.com' }));
    const tooMany = await ask('POST', '/suppressions/batch', { body: { entries: many } });
    const manual = await ask('GET', '/suppressions', { query: { reason: 'manual' } });
    const bounced = await ask('GET', '/suppressions', { query: { reason: 'bounce' } });

    const detail = '"nobody" is not a valid email address: it has no @';
    expect(added).toEqual(ok({ added: 1, known: 1, refused: [{ index: 1, detail }] }));
    expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: '/entries' }] } });
    const addresses = ({ body }: { body: unknown }) =>
      (body as Page).items.map((each) => each.address);
    expect([addresses(manual), addresses(bounced)]).toEqual([
      ['ada@example.com', 'known@example.com'],
      [],
    ]);
  });
});

describe('senders', () => {
  test('senders have their status at SES and advice, in the order of the settings', async () => {
    const { identities } = dashboard.ses;
    identities.set('example.com', {
      VerificationStatus: 'SUCCESS',
      VerifiedForSendingStatus: true,
    });
    identities.set('zoe@example.org', {
      VerificationStatus: 'PENDING',
      VerifiedForSendingStatus: false,
    });
    identities.set('failed.example', {
      VerificationStatus: 'FAILED',
      VerifiedForSendingStatus: false,
    });

    const answer = await ask('GET', '/senders');

    const advice = (words: string) => expect.stringContaining(words);
    const items = [
      { identity: 'example.com', status: 'verified', advice: null },
      { identity: 'zoe@example.org', status: 'pending', advice: advice('Open the link') },
      { identity: 'failed.example', status: 'failed', advice: advice('CNAME') },
      { identity: 'absent.example', status: 'failed', advice: advice('create it there') },
    ];
    expect(answer).toEqual(ok({ items, nextCursor: null }));
  });
});

describe('the set-up', () => {
  test("the dashboard's function runs its checks of sending, each with its fix", async () => {
    dashboard.ses.identities.set('example.com', {
      VerificationStatus: 'SUCCESS',
      VerifiedForSendingStatus: true,
    });
    Object.assign(dashboard.ses.account, {
      ProductionAccessEnabled: false,
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });

    const { status, body } = await ask('GET', '/checks');

    const { items } = z.parse(pageOf(check), body);
    const [sandbox] = items;
    // Only the contract's fields, without doctor's own.
    expect(body).toEqual({ items, nextCursor: null });
    expect(status).toBe(200);
    expect(Object.fromEntries(items.map((each) => [each.code, each.status]))).toEqual({
      'ses-sandbox': 'broken',
      'sending-paused': 'ok',
      'daily-quota-nearly-used': 'ok',
      'identity-not-verified': 'broken',
      // SES does not know one of the senders.
      'dkim-missing': 'unknown',
      'mail-from-not-aligned': 'unknown',
      'dmarc-absent': 'broken',
      'configuration-set-missing': 'broken',
      'event-destination-missing': 'unknown',
      'suppression-off': 'ok',
    });
    expect(sandbox).toEqual({
      code: 'ses-sandbox',
      status: 'broken',
      found: 'SES is in the sandbox in us-east-1',
      why: 'In the sandbox SES sends only to verified addresses, 200 mails a day',
      fix: expect.arrayContaining([
        {
          kind: 'open',
          text: 'https://us-east-1.console.aws.amazon.com/ses/home?region=us-east-1#/account',
        },
      ]),
    });
  });
});
