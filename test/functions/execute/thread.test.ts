import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { readPending } from '../../../shared/adapters/tables/pending-table.ts';
import {
  keepReply,
  readAnswered,
  readReplies,
  readThread,
} from '../../../shared/adapters/tables/replies-table.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import { compileUnsubscribe } from '../../../shared/manage/templates/compile-unsubscribe.ts';
import { storedReply } from '../../../shared/message/reply.ts';
import { threadsAt, tokenIn } from '../../../shared/reply/token.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { type Sending, startSending, template } from './sending.ts';

const domain = 'reply.acme.example';
const { messages } = await startTables();

/** An account of a deployment that receives replies. */
function sendingWithThreads() {
  const sending = startSending(messages);
  const ports = {
    ...sending.ports,
    newThread: threadsAt(domain),
    readAnswered: readAnswered.bind(null, messages),
  };
  const execute = async (change: Partial<ExecuteRequest>, as = {}) => {
    const answer = await sending.execute(change, undefined, ports, as);
    if (!('body' in answer)) return answer;
    return JSON.parse(answer.body);
  };
  return { ...sending, ports, execute };
}

const newest = async ({ records }: Pick<Sending, 'records'>) => (await records())[0];

const planTo = async (replyTo: string) =>
  compileFlow(
    {
      nodes: [
        { id: 'mail', type: 'template' },
        { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com', replyTo },
      ],
      edges: [{ from: 'mail', to: 'send' }],
    },
    { mailboxProblem: (text) => (text === 'thread' ? 'it has no @' : null), compileUnsubscribe },
  );

describe('_replyTo: "thread"', () => {
  test('gives each mail an address of its own, whose token leads to its message', async () => {
    const sending = sendingWithThreads();
    await sending.execute({ _replyTo: 'thread' });
    sending.pass(1000);
    await sending.execute({ _replyTo: 'thread' });

    const [second, first] = await sending.records();
    expect(sending.accepted.map(({ replyTo }) => replyTo)).toEqual([
      [first?.replyTo],
      [second?.replyTo],
    ]);
    expect(first?.replyTo).toMatch(/^r\+[0-9a-hjkmnp-tv-z]{26}@reply\.acme\.example$/);
    const token = tokenIn(first?.replyTo ?? '') ?? '';
    const { accountId, messageId } = first ?? {};
    expect(await readThread(messages, token, sending.nowMs())).toEqual({ accountId, messageId });
    expect(await readThread(messages, token, sending.nowMs() + 31 * 86_400_000)).toBeNull();
  });

  test('in the flow does the same, and the request replaces it', async () => {
    const sending = sendingWithThreads();
    const plan = await planTo('thread');
    const loadTemplate = async () => ({ ...template, plan });
    Object.assign(sending.ports, { loadTemplate });
    await sending.execute({});
    await sending.execute({ _replyTo: 'help@acme.example' });

    expect(sending.accepted.map(({ replyTo }) => replyTo)).toEqual([
      [expect.stringMatching(/^r\+.{26}@reply\.acme\.example$/)],
      ['help@acme.example'],
    ]);
  });

  test('of a scheduled message is made when it is accepted, and its request is kept', async () => {
    const sending = sendingWithThreads();
    await sending.execute({ _replyTo: 'thread', _sendAt: '2026-11-21T12:00:00Z' });

    const record = await newest(sending);
    expect(record?.replyTo).toMatch(/^r\+/);
    const pending = record && (await readPending(messages, record));
    expect(pending?.request._replyTo).toBe('thread');
  });

  test.each(['Thread', 'thread '])('%j is an address that is none, as before', async (_replyTo) => {
    expect(await sendingWithThreads().execute({ _replyTo })).toMatchObject({
      ...{ type: 'validation_failed', field: '_replyTo' },
      error: expect.stringContaining('is not a valid email address'),
    });
  });

  test('is refused if the deployment receives no replies', async () => {
    const { execute, ports } = startSending(messages);
    const error = '_replyTo: this deployment receives no replies';
    const refused = await execute({ _replyTo: 'thread' });
    const plan = await planTo('thread');
    const loadTemplate = async () => ({ ...template, plan });
    const misconfigured = await execute({}, undefined, { ...ports, loadTemplate });

    expect([refused, misconfigured]).toMatchObject([
      {
        body: JSON.stringify({
          success: false,
          type: 'validation_failed',
          error,
          field: '_replyTo',
        }),
      },
      { body: JSON.stringify({ success: false, type: 'flow_error', error }) },
    ]);
  });
});

test('a captured mail to the simulator’s reply@ and ooto@ gets their replies', async () => {
  const sending = sendingWithThreads();
  const to = { _to: 'reply+7@simulator.amazonses.com', _cc: 'ooto@simulator.amazonses.com' };
  await sending.execute({ ...to, _replyTo: 'thread' }, { test: {} });
  await sending.execute(to, { test: {} });

  const all = await messagesOf(sending);
  const record = all.find(({ replyTo }) => replyTo !== undefined);
  const replies = record ? await readReplies(messages, record) : [];
  expect(replies.map(({ from, text, auto }) => ({ from, text, auto }))).toEqual(
    expect.arrayContaining([
      { from: 'reply+7@simulator.amazonses.com', text: 'This is a reply.', auto: false },
      { from: 'ooto@simulator.amazonses.com', text: 'I am out of the office.', auto: true },
    ]),
  );
  expect(replies).toHaveLength(2);
});

/** The records of the account's test keys, newest first. */
async function messagesOf({ accountId, nowMs }: Pick<Sending, 'accountId' | 'nowMs'>) {
  return (await listMessages(messages, accountId, { test: true, limit: 10, nowMs: nowMs() }))
    .messages;
}

describe('_inReplyTo', () => {
  const received = {
    ...{ at: '2026-11-21T10:00:00.000Z', from: 'ada@example.org', name: null, subject: null },
    ...{ text: 'Yes.', textCut: false, auto: false, attachments: [], mailKey: null },
    verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'PASS', virus: 'PASS' },
    ...{ messageIdHeader: '<2@mail.example.net>', references: ['<1@acme.example>'], mailId: 'a' },
  } as const;

  test('answers a reply or a message of the account with the headers of the conversation', async () => {
    const sending = sendingWithThreads();
    await sending.execute({ _replyTo: 'thread' });
    const first = await newest(sending);
    if (!first) throw new Error('There is no record');
    const reply = storedReply(first, received);
    await keepReply(messages, first, reply);
    await sending.execute({ _inReplyTo: reply.id, _headers: { 'X-A': 'b' }, _replyTo: 'thread' });
    await sending.execute({ _inReplyTo: first.messageId });

    expect(sending.accepted.map(({ headers }) => headers)).toEqual([
      undefined,
      {
        'X-A': 'b',
        'In-Reply-To': '<2@mail.example.net>',
        References: '<1@acme.example> <2@mail.example.net>',
      },
      { 'In-Reply-To': '<ses-1@email.amazonses.com>', References: '<ses-1@email.amazonses.com>' },
    ]);
  });

  test('keeps the first and the newest of many references', async () => {
    const sending = sendingWithThreads();
    await sending.execute({ _replyTo: 'thread' });
    const first = await newest(sending);
    if (!first) throw new Error('There is no record');
    const references = Array.from({ length: 60 }, (_, index) => `<${index}@conversation.example>`);
    const reply = storedReply(first, { ...received, references });
    await keepReply(messages, first, reply);
    await sending.execute({ _inReplyTo: reply.id });

    const named = sending.accepted[1]?.headers?.References?.split(' ') ?? [];
    expect(named[0]).toBe(references[0]);
    expect(named.slice(-2)).toEqual([references[59], '<2@mail.example.net>']);
    expect(named.join(' ').length).toBeLessThanOrEqual(870);
  });

  test('of another account or kind of key, or unknown, is refused', async () => {
    const other = sendingWithThreads();
    await other.execute({});
    const theirs = (await newest(other))?.messageId ?? '';
    const sending = sendingWithThreads();
    await sending.execute({});
    const ours = (await newest(sending))?.messageId ?? '';

    const unknown = {
      ...{ success: false, type: 'validation_failed', field: '_inReplyTo' },
      error: '_inReplyTo: no message and no reply of this account has this id',
    };
    for (const _inReplyTo of [theirs, 'no id', '01M8HZ3JGV2MHGY64YBM89YT8W']) {
      expect(await sending.execute({ _inReplyTo })).toEqual(unknown);
    }
    expect(await sending.execute({ _inReplyTo: ours }, { test: {} })).toEqual(unknown);
    const _headers = { references: '<1@acme.example>' };
    expect(await sending.execute({ _inReplyTo: ours, _headers })).toEqual({
      ...unknown,
      field: '_headers',
      error: '_headers: In-Reply-To and References cannot be given with _inReplyTo',
    });
  });
});
