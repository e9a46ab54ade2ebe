import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { GetItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { messageItemKey } from '../../../shared/adapters/tables/message-item.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import { isTestMessage } from '../../../shared/message/message-id.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, tables, withStore } from './for-file.ts';
import { request, template } from './sending.ts';

await startSendingForFile();

/** Executes a request and returns the whole reply. */
function call(
  change: Partial<ExecuteRequest>,
  ports: Partial<ExecutePorts> = {},
  caller: Partial<ApiCaller> = {},
) {
  const body = { ...request, ...change };
  const received = { requestId: 'r-1', body, header: () => undefined };
  const by = { accountId: sending.accountId, keyId: 'key_1', ...caller };
  return execute(body, by, received, { ...sending.ports, ...ports });
}

/** The only record's recipients. */
async function recipients() {
  const records = await sending.records();
  expect(records).toHaveLength(1);
  return records[0]?.recipients;
}

describe('a refused request', () => {
  test('a refused request is recorded with its reason, and its answer has the id of the record', async () => {
    const reply = await call({ _to: 'Ada <ada@example.org>', _cc: 'nobody', _reference: 'Nº 7' });

    const [record] = await sending.records();
    expect(record).toEqual({
      accountId: sending.accountId,
      messageId: reply.headers['x-message-id'],
      requestId: 'r-1',
      keyId: 'key_1',
      templateId: 'hello',
      revision: 3,
      reference: 'Nº 7',
      subject: '',
      recipients: [
        { address: 'ada@example.org', field: '_to' },
        { address: 'nobody', field: '_cc' },
      ],
      state: 'REFUSED',
      error: JSON.parse(reply.body).error,
      field: '_cc',
      owner: expect.any(String),
      leaseUntilMs: sending.nowMs(),
      createdAt: '2026-11-21T10:00:00.000Z',
      settledAt: '2026-11-21T10:00:00.000Z',
      sesMessageId: null,
      answer: null,
      reported: null,
      events: [],
      trace: [{ node: 'send', type: 'delivery', outcome: 'failed', ms: 0 }],
      expiresAt: sending.nowMs() / 1000 + 7 * 24 * 60 * 60,
    });
    expect(reply.notes).toEqual({ outcome: 'validation_failed', messageId: record?.messageId });
  });

  test('a paused template refuses a request, a callback too, and only one that means to send is recorded', async () => {
    const paused = {
      templateId: 'hello',
      at: '2026-11-28T10:30:00.000Z',
      by: 'ada@example.com',
      note: 'Bounces',
    };
    const callback = { ...template.plan, output: { type: 'callback', node: null } as const };
    const replies = [
      await call({}, { loadTemplate: async () => ({ ...template, paused }) }),
      await call({ _dryRun: true }, { loadTemplate: async () => ({ ...template, paused }) }),
      await call({}, { loadTemplate: async () => ({ ...template, plan: callback, paused }) }),
    ];

    const error =
      'The template hello was paused at 2026-11-28 10:30 UTC by ada@example.com (Bounces). Resume it in the dashboard, or with: postrider template resume hello';
    for (const { body } of replies) {
      expect(JSON.parse(body)).toEqual({ success: false, type: 'flow_error', error });
    }
    expect(await sending.records()).toMatchObject([{ state: 'REFUSED', error }]);
    expect(sending.accepted).toEqual([]);
  });

  test.each([
    { plan: 'cannot be read', _to: 'ada@example.org', recorded: 1 },
    { plan: 'cannot be read', _to: undefined, recorded: 0 },
  ])('a request for a flow that $plan, with _to $_to, leaves $recorded records', async (row) => {
    await call({ _to: row._to }, { loadTemplate: async () => ({ ...template, plan: null }) });

    expect(await sending.records()).toHaveLength(row.recorded);
  });

  test.each<[string, Partial<ExecuteRequest>, Partial<ExecutePorts>]>([
    ['a dry run', { _to: 'nobody', _dryRun: true }, {}],
    ['a deployment that keeps none', { _to: 'nobody' }, { refusedRetentionDays: 0 }],
  ])('%s records no refused request', async (_, change, ports) => {
    const reply = await call(change, ports);

    expect(JSON.parse(reply.body).type).toBe('validation_failed');
    expect(reply.headers).toEqual({});
    expect(await sending.records()).toEqual([]);
  });

  test('a request that is answered with 400 or 404 leaves no record', async () => {
    await expect(call({ templateId: 'none' })).rejects.toMatchObject({ status: 404 });
    await expect(call({ variables: { name: {} } })).rejects.toMatchObject({ status: 400 });

    expect(await sending.records()).toEqual([]);
  });

  test('a refused request that cannot be recorded gets the same answer, and the log line counts it and has the fault', async () => {
    const broken = withStore({
      writeFailure: () => Promise.reject(new Error('The table throttles')),
    });

    const recorded = await call({ _to: 'nobody' });
    const reply = await call({ _to: 'nobody' }, broken);

    expect(reply).toEqual({
      body: recorded.body,
      headers: {},
      notes: {
        outcome: 'validation_failed',
        notRecorded: 1,
        causes: [expect.stringContaining('The table throttles')],
      },
    });
  });

  test("a test key's refused request is no live message", async () => {
    const reply = await call({ _to: 'nobody' }, {}, { test: {} });

    expect(isTestMessage(String(reply.headers['x-message-id']))).toBe(true);
    expect(await sending.records()).toEqual([]);
  });
});

describe('the recipients of a refused request', () => {
  test.each([
    ['none', undefined, []],
    ['only spaces', '   ', []],
    ['no address', 'Ada', ['Ada']],
    ['two addresses', 'a@example.org, b@example.org', ['a@example.org, b@example.org']],
    ['control characters', 'a\n\u0000@\u202Eexample.org', ['a\\u000a\\u0000@\\u202eexample.org']],
    ['half a character', 'a\uD800', ['a\\ud800']],
    ['the name of a method', 'toString', ['toString']],
  ])('the record shows a _to with %s as it was given', async (_, _to, shown) => {
    await call({ _to });

    expect(await recipients()).toEqual(shown.map((address) => ({ address, field: '_to' })));
  });

  test('a recipient that is named twice is recorded once, in its first field', async () => {
    await call({ _to: 'nobody', _cc: 'nobody, b@example.org', _bcc: 'B <b@EXAMPLE.org>' });

    expect(await recipients()).toEqual([
      { address: 'nobody', field: '_to' },
      { address: 'b@example.org', field: '_cc' },
    ]);
  });

  test.each(['_to', '_cc', '_bcc'])('a record with %s of 1 MB is small', async (field) => {
    const long = `x@${'é'.repeat(500_000)}`;
    const many = Array.from({ length: 50_000 }, (_, at) => `nobody-${at}`).join();

    const ofLong = await call({ [field]: long });
    sending.pass(1);
    const ofMany = await call({ [field]: many });

    const sizes = await Promise.all(
      [ofLong, ofMany].map(async ({ headers }) => {
        const Key = messageItemKey(sending.accountId, String(headers['x-message-id']));
        const get = new GetItemCommand({ TableName: tables.messages.name, Key });
        return JSON.stringify((await tables.messages.client.send(get)).Item).length;
      }),
    );
    expect(Math.max(...sizes)).toBeLessThan(20_000);
    const [manyRecord, longRecord] = await sending.records();
    expect(longRecord?.recipients.at(-1)?.address).toHaveLength(320);
    expect(manyRecord?.recipients.length).toBeLessThanOrEqual(50);
  });
});

describe('what a refused request does not leave', () => {
  test("a refused request leaves no variable's value, and no name that only the caller gave", async () => {
    const secret = 'hunter2-secret';
    const variables = { [`${secret}-name`]: `${secret}-value`, code: `${secret}-code` };

    const missing = await call({ variables });
    const subject = await call({ variables, _subject: `${secret}-subject`, _to: 'nobody' });

    for (const { headers } of [missing, subject]) {
      const Key = messageItemKey(sending.accountId, String(headers['x-message-id']));
      const get = new GetItemCommand({ TableName: tables.messages.name, Key });
      const { Item } = await tables.messages.client.send(get);
      expect(Item?.state?.S).toBe('REFUSED');
      expect(JSON.stringify(Item)).not.toContain(secret);
    }
  });

  test('a reference that cannot be used is refused and not recorded', async () => {
    const reply = await call({ _reference: 'order\n1001' });

    expect(JSON.parse(reply.body)).toEqual({
      success: false,
      type: 'validation_failed',
      error: '_reference must be 1 to 255 characters, without control characters',
      field: '_reference',
    });
    expect((await sending.records())[0]?.reference).toBeUndefined();
  });
});

describe('a refused request under an Idempotency-Key', () => {
  test('the repeat of a refused request is a new request: it is sent once the address is right', async () => {
    const refused = await sending.execute({ _to: 'nobody' }, 'key');
    const again = await sending.execute({ _to: 'nobody' }, 'key');
    const corrected = await sending.execute({}, 'key');

    expect([refused, again]).toMatchObject([{ replayed: false }, { replayed: false }]);
    expect(corrected).toMatchObject({ body: expect.stringContaining('"sent"'), replayed: false });
    const states = (await sending.records()).map(({ state }) => state);
    expect(states.sort()).toEqual(['REFUSED', 'REFUSED', 'SENT']);
  });

  test('the repeat is not refused for ever after an attempt that stopped before its record and a refusal between', async () => {
    const stopped = new Error('The function stopped');
    const stopping = withStore({
      beginMessage: () => Promise.reject(stopped),
      freeClaim: async () => undefined,
      writeFailure: async () => undefined,
    });
    const off = { ...sending.ports, senderProblem: () => 'Sending is switched off' };

    await expect(sending.execute({}, 'key', stopping)).rejects.toThrow(stopped);
    sending.pass(20_001);
    const refused = await sending.execute({}, 'key', off);
    const sent = await sending.execute({}, 'key');

    expect(refused).toMatchObject({ body: expect.stringContaining('flow_error') });
    expect(sent).toMatchObject({ body: expect.stringContaining('"sent"') });
    expect(sending.accepted).toHaveLength(1);
  });
});
