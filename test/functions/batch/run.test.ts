import { withDefaults } from '../../../functions/batch/beside.ts';
import { batchExample, batchRequest } from '../../../functions/batch/contract.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { readPending } from '../../../shared/adapters/tables/pending-table.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import { refuse } from '../../../shared/engine/errors.ts';
import { sendFieldNames } from '../../../shared/execute/send-fields.ts';
import { checkContract } from '../../../shared/http/contract.ts';
import { startTables } from '../../dynalite.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { template } from '../execute/sending.ts';
import { type Batching, messageTo, startBatching } from './batching.ts';

let batching: Batching;

const tables = await startTables();

beforeEach(() => {
  batching = startBatching(tables.messages);
});

const now = '2026-11-21T10:00:00.000Z';
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `to${n}@example.org`);
const recordedTo = async () =>
  (await batching.records()).map(({ recipients }) => recipients[0]?.address).sort();

describe('a batch', () => {
  test('99 good messages and a bad one: the good ones are accepted, and the bad one is named by its place', async () => {
    const messages = addresses(100).map((to, n) => messageTo(n === 41 ? 'nobody' : to));

    const entries = await batching.batch({ messages });

    const [bad] = entries.splice(41, 1);
    expect(bad).toMatchObject({ success: false, type: 'validation_failed', field: '_to' });
    expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['scheduled']));
    expect(batching.wakeUps).toHaveLength(99);
    expect(batching.notes()).toEqual({ outcome: 'partly', messages: 100, accepted: 99 });
  });

  test('a message is recorded and due now, its wake-up is asked for, and nothing is sent by the request itself', async () => {
    const [entry] = await batching.batch({ messages: [messageTo('ada@example.org')] });

    const [record] = await batching.records();
    const id = record?.messageId ?? '';
    expect(entry).toEqual({ success: true, type: 'scheduled', id, sendAt: now });
    expect(record).toMatchObject({ state: 'SCHEDULED', sendAt: now, revision: 3 });
    const { accountId } = batching;
    const body = { accountId, messageId: id };
    // Two seconds later the record is written, which the function that is woken up needs.
    const notBeforeMs = Date.parse(now) + 2000;
    expect(batching.wakeUps).toEqual([{ queue: 'due', body, notBeforeMs, name: id }]);
    expect(await readPending(tables.messages, { accountId, messageId: id })).toEqual({
      request: { variables: { name: 'Ada' }, _to: 'ada@example.org' },
    });
  });

  test('a message of a paused template is refused, and the others are accepted', async () => {
    const paused = { templateId: 'late', at: now, by: 'ada@example.com' };
    const loadTemplate = async (_: string, id: string) =>
      id === 'hello' ? template : { ...template, paused };
    const messages = [
      messageTo('a@example.org', { templateId: 'late' }),
      messageTo('b@example.org'),
    ];

    const ports = { ...batching.batchPorts, loadTemplate };
    const [refused, accepted] = await batching.batch({ messages }, undefined, ports);

    const error = expect.stringContaining('The template late was paused at');
    expect(refused).toEqual({ success: false, type: 'flow_error', error, id: expect.any(String) });
    expect(accepted).toMatchObject({ success: true, type: 'scheduled' });
  });

  test('a message with its own _sendAt waits for that time', async () => {
    const sendAt = '2026-12-24T09:00:00.000Z';
    const entries = await batching.batch({
      messages: [messageTo('a@example.org', { _sendAt: sendAt }), messageTo('b@example.org')],
    });

    expect(entries).toMatchObject([{ sendAt }, { sendAt: now }]);
  });

  test('the same address twice in a batch gets two mails', async () => {
    const messages = [messageTo('ada@example.org'), messageTo('ada@example.org')];

    const [one, other] = await batching.batch({ messages }, 'key-1');

    expect(one).toMatchObject({ type: 'scheduled' });
    expect(other).toMatchObject({ type: 'scheduled' });
    expect(await recordedTo()).toEqual(['ada@example.org', 'ada@example.org']);
  });

  test('each message is refused for its own reason, at its own place', async () => {
    const entry = { reason: 'bounce', at: now, detail: null, messageId: null } as const;
    const suppression = { address: 'eve@example.org', ...entry };
    await suppress(tables.messages, batching.accountId, suppression, alone);
    const messages = [
      'text',
      messageTo('ada@example.org', { templateId: 'unknown' }),
      messageTo('ada@example.org', { _replyto: 'x' }),
      messageTo('ada@example.org', { variables: 7 }),
      messageTo('ada@example.org', { templateId: null }),
      messageTo('eve@example.org'),
      messageTo('ada@example.org', { _dryRun: true }),
      messageTo('ada@example.org', { _sendAt: 'tomorrow' }),
    ];
    const refused = (status: number, error: string) => ({
      ...{ success: false, type: 'refused', status, error },
    });

    expect(await batching.batch({ messages })).toEqual([
      refused(400, 'messages[0] must be an object, found a string'),
      refused(404, 'Template not found'),
      refused(400, '_replyto is not a known delivery field: did you mean _replyTo?'),
      refused(400, 'variables must be an object, found a number'),
      refused(400, 'templateId is required'),
      expect.objectContaining({
        type: 'validation_failed',
        error: '_to is suppressed since 2026-11-21: a mail to it bounced',
      }),
      refused(
        400,
        `_dryRun is not a known delivery field: the fields are ${[...sendFieldNames].join(', ')}`,
      ),
      expect.objectContaining({ type: 'validation_failed', field: '_sendAt' }),
    ]);
    expect(batching.wakeUps).toEqual([]);
    expect(batching.notes()).toEqual({ outcome: 'refused', messages: 8, accepted: 0 });
  });

  test('the log names unknown fields of messages that were not refused, and a message that is _strict is refused for them', async () => {
    const messages = [
      messageTo('ada@example.org', { attachments: [] }),
      messageTo('ada@example.org', { cc: 'x', _strict: true }),
    ];

    expect(await batching.batch({ messages })).toMatchObject([
      { type: 'scheduled' },
      { status: 400, error: 'cc is not a known field: did you mean _cc?' },
    ]);
    expect(batching.notes()).toMatchObject({ ignored: ['attachments'] });
  });

  test('a message that its flow refuses is recorded, with its id in the entry', async () => {
    const [entry] = await batching.batch({ messages: [messageTo('nobody')] });

    const [record] = await batching.records();
    expect(record).toMatchObject({ state: 'REFUSED', field: '_to' });
    expect(entry).toMatchObject({ type: 'validation_failed', id: record?.messageId });
  });

  test('a flow that hands its mail back is refused, and nothing is recorded', async () => {
    if (!template.plan) throw new Error('The plan is missing');
    const plan = { ...template.plan, output: { type: 'callback', node: null } as const };
    const ports = { ...batching.batchPorts, loadTemplate: async () => ({ ...template, plan }) };

    expect(
      await batching.batch({ messages: [messageTo('a@example.org')] }, undefined, ports),
    ).toEqual([
      { success: false, type: 'refused', status: 400, error: 'The flow of hello does not send' },
    ]);
    expect(await batching.records()).toEqual([]);
  });

  test('a key whose scopes name templates sends only those', async () => {
    const messages = [
      messageTo('a@example.org'),
      messageTo('a@example.org', { templateId: 'invoice' }),
    ];

    const entries = await batching.batch({ messages }, undefined, undefined, {
      scopes: ['execute:hello'],
    });

    const error = 'This API key may not use the template invoice';
    expect(entries).toMatchObject([{ type: 'scheduled' }, { type: 'refused', status: 403, error }]);
  });

  test('the messages of a test key are test messages, which keep where they go', async () => {
    const test = { redirectTo: 'tester@example.org' };
    const messages = [messageTo('ada@example.org')];

    const [entry] = await batching.batch({ messages }, undefined, undefined, { test });

    const id = entry && 'id' in entry ? (entry.id ?? '') : '';
    const { accountId, batchPorts } = batching;
    expect(await batchPorts.store.readMessage(accountId, id)).toMatchObject({
      state: 'SCHEDULED',
      redirectedTo: 'tester@example.org',
    });
    expect(await readPending(tables.messages, { accountId, messageId: id })).toMatchObject({
      test: { redirectTo: 'tester@example.org' },
    });
  });

  test('a batch reads each template once, so that all its messages have one revision', async () => {
    let reads = 0;
    const loadTemplate = async () => ({ ...template, revision: ++reads });
    const messages = addresses(40).map((to) => messageTo(to));

    await batching.batch({ messages }, undefined, { ...batching.batchPorts, loadTemplate });

    expect(new Set((await batching.records()).map(({ revision }) => revision))).toEqual(
      new Set([1]),
    );
  });
});

describe('the fields beside messages', () => {
  test('they are the defaults of each message; variables are merged one level deep, and an array is replaced', async () => {
    const hello = { name: 'you', list: [1, 2], order: { id: 7, total: 9 } };
    const [entry] = await batching.batch({
      ...{ templateId: 'hello', variables: hello, _replyTo: 'help@example.org', _subject: 'Hi' },
      messages: [
        {
          _to: 'ada@example.org',
          _subject: 'Hello',
          _replyTo: null,
          variables: { name: 'Ada', list: [3], order: { id: 8 } },
        },
      ],
    });

    const messageId = entry && 'id' in entry ? (entry.id ?? '') : '';
    const place = { accountId: batching.accountId, messageId };
    expect((await readPending(tables.messages, place))?.request).toEqual({
      variables: { name: 'Ada', list: [3], order: { id: 8 } },
      _to: 'ada@example.org',
      _subject: 'Hello',
      _replyTo: 'help@example.org',
    });
  });

  test('__proto__ among variables sets no prototype', async () => {
    const text =
      '{"templateId":"hello","variables":{"__proto__":{"name":"Eve"}},"messages":[{"_to":"ada@example.org","variables":{"__proto__":{"name":"Eve"}}},{"_to":"ada@example.org","__proto__":{"_cc":"eve@example.org"}}]}';

    const entries = await batching.batch(JSON.parse(text));

    expect(entries).toMatchObject([
      { type: 'validation_failed', field: 'name' },
      {
        type: 'refused',
        error: expect.stringMatching(/^__proto__ is not a known delivery field: /),
      },
    ]);
    const [record] = await batching.records();
    expect(record?.recipients).toEqual([{ address: 'ada@example.org', field: '_to' }]);
    const { templateId: _, messages, ...defaults } = JSON.parse(text);
    const merged = withDefaults(defaults, { ...messages[1], ...messages[0] });
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(merged.variables)).toBe(Object.prototype);
  });

  test.each([
    ['40 MB', 'of 420 KB', { note: 'x'.repeat(420_000) }],
    ['100,000 values', 'with 1,000 values', { list: Array(997).fill(1) }],
  ])(
    'fields of more than %s are refused: 100 messages beside fields %s',
    async (limit, _, variables) => {
      const messages = addresses(100).map((_to) => ({ _to }));
      const body = { templateId: 'hello', variables: { name: 'Ada', ...variables } };

      await expect(batching.batch({ ...body, messages })).rejects.toEqual(
        refuse('besideTooLarge', limit),
      );
      expect(await batching.records()).toEqual([]);
      expect(await batching.batch({ ...body, messages: messages.slice(0, 2) })).toMatchObject(
        Array(2).fill({ type: 'scheduled' }),
      );
    },
  );

  test.each(['_to', '_cc', '_bcc'])('%s belongs in each message', async (field) => {
    const body = { [field]: 'ada@example.org', messages: [messageTo('ada@example.org')] };

    await expect(batching.batch(body)).rejects.toEqual(refuse('notADefault', field));
    expect(await batching.records()).toEqual([]);
  });

  test('an unknown one that starts with _ is refused for the whole batch', async () => {
    const body = { _replyto: 'x', messages: [messageTo('ada@example.org')] };

    await expect(batching.batch(body)).rejects.toEqual(
      refuse('unknownDeliveryField', '_replyto', 'did you mean _replyTo?'),
    );
  });
});

describe('the shape of a batch', () => {
  test.each([
    [{}, refuse('required', 'messages')],
    [{ messages: {} }, refuse('wrongType', 'messages', 'an array', 'an object')],
    [{ messages: [] }, refuse('emptyList', 'messages')],
    [{ messages: Array(101).fill({}) }, refuse('tooManyEntries', 'messages', 100)],
    [{ messages: [{}], variables: 'x' }, refuse('wrongType', 'variables', 'an object', 'a string')],
  ])('the batch %j is refused as a whole', async (body, refusal) => {
    await expect(batching.batch(body)).rejects.toEqual(refusal);
  });

  test('the contract of batch accepts its worked example', () => {
    expect(checkContract(batchRequest, batchExample.request)).toEqual(batchExample.request);
  });
});
