import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { spreadMessages } from '../../../cli/operate/spread-messages.ts';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { check } from '../../../functions/manage/contracts/sending.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { type Ask, anyTime, invalid, notFound, ok, startDashboard } from './dashboard.ts';

let accountId: string;
let ask: Ask;
const dashboard = await startDashboard();
beforeEach(async () => {
  ({ accountId, ask } = await dashboard.accountDoor());
});

type Page = { items: { [name: string]: unknown }[]; nextCursor: string | null };

describe('an API key', () => {
  const create = (name: string) => ask('POST', '/api-keys', { body: { name } });

  test('V8.2.3 V14.3.2 V15.3.1 only the answer to its creation has the secret of an API key', async () => {
    const created = await create(' production ');
    const { secret, ...key } = created.body as { secret: string; [name: string]: unknown };
    const listed = await ask('GET', '/api-keys');

    const shown = {
      keyId: expect.stringMatching(/^key_/),
      name: 'production',
      hint: expect.any(String),
      status: 'active',
      mode: 'live',
      ...{ redirectTo: null, allow: [], scopes: null },
      createdAt: anyTime,
      revokedAt: null,
    };
    expect(created).toEqual(ok({ ...shown, secret: expect.stringMatching(/^pr_/) }, {}, 201));
    expect(listed).toEqual(ok({ items: [key], nextCursor: null }));
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

  test.each([
    [
      { redirectTo: 'qa@acme.example' },
      [['bad-test-key', '/redirectTo', 'redirectTo is only for a test key']],
    ],
    [
      { mode: 'test', redirectTo: 'qa', allow: ['@acme'], scopes: ['exceute'] },
      [
        ['bad-address', '/redirectTo', '"qa" is not a valid email address: it has no @'],
        [
          'bad-address',
          '/allow',
          '"@acme" is neither an address nor a domain such as @example.com: the domain has no dot',
        ],
        [
          'bad-scope',
          '/scopes',
          '"exceute" is not a scope (did you mean "execute"?): the scopes are render, execute, verify and messages',
        ],
      ],
    ],
  ])('an API key with %j is refused, with each problem at its field', async (options, problems) => {
    const answer = await ask('POST', '/api-keys', { body: { name: 'ci', ...options } });

    const errors = problems.map(([code, pointer, detail]) => ({ code, pointer, detail }));
    expect(answer.body).toMatchObject({ errors });
  });

  test('an API key needs a name', async () => {
    const answer = await create(' ');
    const none = await ask('POST', '/api-keys', { body: {} });

    expect(answer).toEqual(
      invalid({ code: 'bad-name', pointer: '/name', detail: 'The name must not be empty' }),
    );
    expect(none).toEqual(invalid({ pointer: '/name', detail: 'name is required' }));
  });

  test('an API key can be deleted repeatedly, and stays in the list as revoked', async () => {
    const { body } = await create('production');
    const { secret, ...key } = body as { secret: string; keyId: string };

    const deleted = await ask('DELETE', `/api-keys/${key.keyId}`);
    const again = await ask('DELETE', `/api-keys/${key.keyId}`);
    const listed = await ask('GET', '/api-keys');

    const revoked = { ...key, status: 'revoked', revokedAt: anyTime };
    expect(deleted).toEqual(ok(revoked));
    expect(again).toEqual(deleted);
    expect(listed).toEqual(ok({ items: [deleted.body], nextCursor: null }));
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

  test('an API key of another account is unknown, in a cursor too', async () => {
    const { body } = await create('theirs');
    const { keyId } = body as { keyId: string };
    const other = await dashboard.accountDoor();

    const deleted = await other.ask('DELETE', `/api-keys/${keyId}`);
    const unknown = await other.ask('DELETE', '/api-keys/key_unknown');
    const cursor = Buffer.from(keyId).toString('base64url');
    const listed = await other.ask('GET', '/api-keys', { query: { cursor } });
    const there = await ask('GET', '/api-keys');

    expect([deleted, unknown]).toEqual([notFound, notFound]);
    expect(listed.status).toBe(400);
    expect(there.body).toMatchObject({ items: [{ keyId, status: 'active' }] });
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

  test('a suppressed address is refused with all mistakes', async () => {
    const answer = await ask('POST', '/suppressions', { body: { address: 'ada', note: '' } });
    const none = await ask('DELETE', '/suppressions/ada');

    expect(answer).toEqual(
      invalid(
        {
          code: 'bad-address',
          pointer: '/address',
          detail: '"ada" is not a valid email address: it has no @',
        },
        { code: 'bad-name', pointer: '/note', detail: 'The reason must not be empty' },
      ),
    );
    expect(none).toEqual(notFound);
  });

  test('suppressed addresses are listed alphabetically, page by page, only for their account', async () => {
    for (const name of ['c', 'a', 'b']) {
      await ask('POST', '/suppressions', { body: { address: `${name}@example.com` } });
    }
    const other = await dashboard.accountDoor();

    const first = await ask('GET', '/suppressions', { query: { limit: '2' } });
    const { nextCursor } = first.body as Page;
    const query = { limit: '2', cursor: nextCursor ?? '' };
    const second = await ask('GET', '/suppressions', { query });
    const theirs = await other.ask('GET', '/suppressions');

    expect(first.body).toMatchObject({
      items: [{ address: 'a@example.com' }, { address: 'b@example.com' }],
    });
    expect(second.body).toMatchObject({ items: [{ address: 'c@example.com' }], nextCursor: null });
    expect(theirs).toEqual(ok({ items: [], nextCursor: null }));
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
    dashboard.ses.account.ProductionAccessEnabled = false;

    const { status, body } = await ask('GET', '/checks');

    const { items } = z.parse(pageOf(check), body);
    const [sandbox] = items;
    // The contract's fields, and none of doctor's own.
    expect(body).toEqual({ items, nextCursor: null });
    expect(status).toBe(200);
    expect(Object.fromEntries(items.map((each) => [each.code, each.status]))).toEqual({
      'ses-sandbox': 'broken',
      'sending-paused': 'ok',
      'daily-quota-nearly-used': 'ok',
      'identity-not-verified': 'broken',
      // Of one of its senders SES knows nothing.
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

describe('a message', () => {
  const record = (change: Partial<MessageRecord>): MessageRecord => ({
    accountId,
    messageId: ulid(),
    requestId: 'r-0',
    keyId: 'key_1',
    templateId: 'welcome',
    revision: 4,
    subject: 'Hi',
    recipients: [{ address: 'ada@example.com', field: '_to' }],
    state: 'SENDING',
    owner: 'o',
    leaseUntilMs: Date.now() + 60_000,
    createdAt: new Date().toISOString(),
    settledAt: null,
    sesMessageId: null,
    error: null,
    answer: null,
    reported: null,
    events: [],
    trace: [{ node: 'mail', type: 'template', outcome: 'rendered', ms: 1 }],
    expiresAt: Math.floor(Date.now() / 1000) + 1000,
    ...change,
  });
  const keep = async (change: Partial<MessageRecord> = {}) => {
    const kept = record(change);
    await beginMessage(dashboard.tables.messages, kept);
    return kept.messageId;
  };

  test('messages are listed newest first, page by page, and found by state, address and time', async () => {
    const now = Date.now();
    const old = await keep({ messageId: ulid(now - 60_000), leaseUntilMs: 0 });
    const middle = await keep({ messageId: ulid(now - 1000) });
    const newest = await keep({
      messageId: ulid(now),
      recipients: [{ address: 'Bob@example.com', field: '_to' }],
    });
    const ids = async (query: Record<string, string>) => {
      const { items, nextCursor } = (await ask('GET', '/messages', { query })).body as Page;
      return { ids: items.map(({ id }) => id), nextCursor };
    };

    const first = await ids({ limit: '2' });
    const second = await ids({ limit: '2', cursor: first.nextCursor ?? '' });
    const unknown = await ids({ state: 'UNKNOWN' });
    const toBob = await ids({ to: 'bob@EXAMPLE.com' });
    const since = await ids({ since: new Date(now - 1000).toISOString() });

    expect(first).toEqual({ ids: [newest, middle], nextCursor: expect.any(String) });
    expect(second).toEqual({ ids: [old], nextCursor: null });
    expect(unknown).toEqual({ ids: [old], nextCursor: null });
    expect(toBob).toEqual({ ids: [newest], nextCursor: null });
    expect(since).toEqual({ ids: [newest, middle], nextCursor: null });
  });

  test('messages of test keys are listed alone, and refused requests with their error and reference', async () => {
    const now = Date.now();
    const refused = await keep({
      messageId: ulid(now),
      state: 'REFUSED',
      subject: '',
      error: '_to is required',
      reference: 'order-1001',
      recipients: [],
    });
    const captured = await keep({ messageId: `${ulid(now)}0` });
    const list = async (query: Record<string, string>) =>
      ((await ask('GET', '/messages', { query })).body as Page).items.map(({ id }) => id);

    const { body } = await ask('GET', `/messages/${refused}`);

    expect(await list({ test: 'true' })).toEqual([captured]);
    expect(await list({ state: 'REFUSED' })).toEqual([refused]);
    expect(body).toMatchObject({
      state: 'REFUSED',
      error: '_to is required',
      reference: 'order-1001',
      recipients: [],
      summary: 'The request was refused, so nothing was sent.',
    });
  });

  test('messages are listed from every part of an account whose messages are spread', async () => {
    await spreadMessages(dashboard.ports, accountId, 4);
    const nowMs = Date.now();
    const ids = [2, 0, 3, 1].map((part, n) => newMessageId(nowMs - n, 4, () => part));
    for (const messageId of ids) await keep({ messageId });

    const { items } = (await ask('GET', '/messages')).body as Page;
    const shown = await ask('GET', `/messages/${ids[0]}`);

    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(shown).toMatchObject({ status: 200, body: { id: ids[0] } });
  });

  test.each([
    [
      { since: 'yesterday' },
      '/query/since',
      'since must be a time in ISO 8601, such as 2026-01-31T09:30:00Z',
      undefined,
    ],
    [
      { since: '2999-01-01' },
      '/query/since',
      'No message can be newer than now: name an earlier time',
      'bad-time',
    ],
    [{ to: 'ada' }, '/query/to', '"ada" is not a valid email address: it has no @', 'bad-address'],
  ])('messages cannot be filtered by %j', async (query, pointer, detail, code) => {
    const answer = await ask('GET', '/messages', { query });

    expect(answer).toEqual(invalid({ pointer, detail, ...(code && { code }) }));
  });

  test('a message has its steps, and which of its recipients are suppressed', async () => {
    const id = await keep();
    await ask('POST', '/suppressions', { body: { address: 'ADA@example.com' } });

    const answer = await ask('GET', `/messages/${id.toLowerCase()}`);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        id,
        keyId: 'key_1',
        state: 'SENDING',
        recipients: [{ address: 'ada@example.com', suppressed: true }],
        trace: [{ node: 'mail', type: 'template', outcome: 'rendered', ms: 1 }],
        summary: 'It is being sent.',
        findings: [{ addresses: [], todo: 'Look again in a few seconds.' }],
      },
    });
  });

  test('a message has the mail and the variables of its copy until the copy ends', async () => {
    const id = await keep();
    const copy = {
      variables: { name: 'Ada', code: '••••' },
      given: { _subject: 'Hi', _replyTo: 'help@acme.example', _language: 'de' },
      bodies: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
    };
    const place = { accountId, messageId: id };
    const before = await ask('GET', `/messages/${id}/copy`);
    const ends = Math.floor(Date.now() / 1000) + 1000;
    await keepCopy(dashboard.tables.messages, place, copy, ends);
    const kept = await ask('GET', `/messages/${id}/copy`);
    await keepCopy(dashboard.tables.messages, place, { ...copy, bodies: null }, ends);
    const large = await ask('GET', `/messages/${id}/copy`);
    await keepCopy(dashboard.tables.messages, place, copy, Math.floor(Date.now() / 1000));
    const after = await ask('GET', `/messages/${id}/copy`);

    const keptUntil = new Date(ends * 1000).toISOString();
    const { variables, bodies: mail } = copy;
    const given = { _subject: 'Hi', _replyTo: 'help@acme.example' };
    expect(before).toEqual(ok({ copy: null }));
    expect(kept).toEqual(ok({ copy: { variables, given, mail, keptUntil } }));
    expect(large).toEqual(ok({ copy: { variables, given, mail: null, keptUntil } }));
    expect(after).toEqual(ok({ copy: null }));
  });

  test('the copy of a message of another account is unknown, and no message has a copy without its record', async () => {
    const id = await keep();
    const copy = { variables: {}, bodies: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' } };
    const ends = Math.floor(Date.now() / 1000) + 1000;
    const without = ulid();
    for (const messageId of [id, without])
      await keepCopy(dashboard.tables.messages, { accountId, messageId }, copy, ends);
    const other = await dashboard.accountDoor();

    const answers = [
      await other.ask('GET', `/messages/${id}/copy`),
      await ask('GET', `/messages/${without}/copy`),
      await ask('GET', '/messages/nonsense%20/copy'),
    ];

    expect(answers).toEqual(answers.map(() => notFound));
  });

  test('a message of another account is unknown', async () => {
    const id = await keep();
    const other = await dashboard.accountDoor();

    const answers = await Promise.all(
      [id, ulid(), 'S%23ada@example.com', 'x'.repeat(5000)].map((each) =>
        other.ask('GET', `/messages/${each}`),
      ),
    );
    const list = await other.ask('GET', '/messages');

    expect(answers).toEqual(answers.map(() => notFound));
    expect(list).toEqual(ok({ items: [], nextCursor: null, looked: 0 }));
  });
});
