import { randomUUID } from 'node:crypto';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import type { SesMail } from '../../../shared/adapters/ses/ses.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import { callbackPlan, type FlowPlan } from '../../../shared/engine/flow/plan.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { compileUnsubscribe } from '../../../shared/manage/templates/compile-unsubscribe.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';

const caller = { accountId: 'acc_1', keyId: 'key_1' };
const compiled = compileTemplate({
  subject: 'Hello {{name}}',
  html: '<p>{{name}}</p>',
  text: 'Hello {{name}}.',
});
const sendingPlan = await compileFlow(
  {
    nodes: [
      { id: 'domain', type: 'verification', kind: 'email_domain' },
      { id: 'mail', type: 'template' },
      {
        id: 'send',
        type: 'provider',
        provider: 'ses',
        from: 'Zoë <zoe@example.com>',
        replyTo: 'team@example.com',
      },
    ],
    edges: [
      { from: 'domain', to: 'mail' },
      { from: 'mail', to: 'send' },
    ],
  },
  { mailboxProblem: () => null, compileUnsubscribe },
);

const tables = await startTables();

interface Given {
  plan?: FlowPlan | null;
  send?: SendOutcome;
  verdict?: Awaited<ReturnType<ExecutePorts['lookupDomain']>>;
  senderProblem?: string;
}

/** The ports of a deployment in which all is well but for what is given; keeps what was sent. */
function deployment({ plan = sendingPlan, send, verdict, senderProblem }: Given = {}) {
  const sent: SesMail[] = [];
  const ports: ExecutePorts = {
    loadTemplate: async (_, id) =>
      id === 'hello' ? { revision: 1, compiled, plan, copies: null } : null,
    senderProblem: () => senderProblem ?? null,
    lookupDomain: async () => verdict ?? { domain: true, mxRecords: true },
    sendMail: async (mail) => {
      sent.push(mail);
      return send ?? { outcome: 'sent', messageId: 'm-1' };
    },
    store: messageStore(tables.messages),
    suppression: true,
    retentionDays: 30,
    refusedRetentionDays: 7,
    later: null,
    keepPending: async () => {},
    newMessageId: () => randomUUID(),
    newTestMessageId: () => randomUUID(),
    newOwner: () => randomUUID(),
    epochMs: () => 0,
    now: () => 0,
    deadline: { leftMs: () => 0 },
  };
  return { sent, ports };
}

/** The answer to a request, as the caller reads it. */
async function answerTo(request: ExecuteRequest, ports: ExecutePorts) {
  const received = { requestId: 'r-1', body: request, header: () => undefined };
  const reply = await execute(request, caller, received, ports);
  return JSON.parse(reply.body);
}

const request = { templateId: 'hello', variables: { name: 'Ada' }, _to: 'ada@example.org' };

describe('executing a flow', () => {
  test('executing a flow sends the rendered mail, with addresses in the form that SES accepts', async () => {
    const { sent, ports } = deployment();

    const outcome = await answerTo(
      { ...request, _to: 'Ådá <ada@bücher.example>', _cc: '"B, C" <b@example.org>' },
      ports,
    );

    expect(outcome).toEqual({ success: true, type: 'sent', messageId: 'm-1' });
    expect(sent).toEqual([
      {
        from: '=?UTF-8?B?Wm/Dqw==?= <zoe@example.com>',
        to: ['=?UTF-8?B?w4Vkw6E=?= <ada@xn--bcher-kva.example>'],
        cc: ['"B, C" <b@example.org>'],
        bcc: [],
        replyTo: ['team@example.com'],
        subject: 'Hello Ada',
        html: '<p>Ada</p>',
        text: 'Hello Ada.',
        tags: { 'postrider-account': 'acc_1', 'postrider-message': expect.any(String) },
      },
    ]);
  });

  test('a given reply address replaces the flow’s, and a given subject is taken literally', async () => {
    const { sent, ports } = deployment();

    await answerTo({ ...request, _replyTo: 'me@example.org', _subject: 'Re: {{name}}' }, ports);

    expect(sent).toMatchObject([{ replyTo: ['me@example.org'], subject: 'Re: {{name}}' }]);
  });

  test('a template without a flow returns its rendering', async () => {
    const { sent, ports } = deployment({ plan: callbackPlan });

    const outcome = await answerTo(request, ports);

    expect(outcome).toEqual({
      success: true,
      type: 'callback',
      html: '<p>Ada</p>',
      text: 'Hello Ada.',
      subject: 'Hello Ada',
    });
    expect(sent).toEqual([]);
  });

  test.each([
    [{ _to: undefined }, '_to', '_to is required'],
    [{ _to: 'nobody' }, '_to', '_to is not a valid email address: it has no @'],
    [
      { _cc: 'a@example.org,' },
      '_cc',
      'Address 2 in _cc is not a valid email address: it is empty',
    ],
    [{ variables: {} }, 'name', 'Missing required variables: name'],
  ])('%j fails the validation of its field and sends nothing', async (change, field, error) => {
    const { sent, ports } = deployment();

    const outcome = await answerTo({ ...request, ...change }, ports);

    expect(outcome).toEqual({ success: false, type: 'validation_failed', error, field });
    expect(sent).toEqual([]);
  });

  test('a domain without MX records fails the validation of _to', async () => {
    const { sent, ports } = deployment({ verdict: { domain: true, mxRecords: false } });

    const outcome = await answerTo(request, ports);

    expect(outcome).toEqual({
      success: false,
      type: 'validation_failed',
      error: 'The domain of _to has no MX records',
      field: '_to',
    });
    expect(sent).toEqual([]);
  });

  test('if DNS does not answer, execute answers with 500 and sends nothing', async () => {
    const { sent, ports } = deployment({ verdict: 'no answer' });

    const run = answerTo(request, ports);

    await expect(run).rejects.toMatchObject({
      status: 500,
      message: 'Domain lookup failed, try again',
      retryAfterSeconds: 1,
    });
    expect(sent).toEqual([]);
  });

  test.each([
    { outcome: 'refused', error: 'Email address is not verified.' },
    { outcome: 'unknown', error: 'The answer was lost: the message may have been sent' },
  ] as const)("a send that ended as $outcome is send_failed with SES's text", async (send) => {
    const { ports } = deployment({ send });

    const outcome = await answerTo(request, ports);

    expect(outcome).toEqual({ success: false, type: 'send_failed', error: send.error });
  });

  test('a sender that this deployment does not have is a flow_error before anything else', async () => {
    const { sent, ports } = deployment({ senderProblem: 'no identity' });

    const outcome = await answerTo({ ...request, _to: 'nobody' }, ports);

    expect(outcome).toEqual({ success: false, type: 'flow_error', error: 'no identity' });
    expect(sent).toEqual([]);
  });

  test('a stored flow that cannot be read is a flow_error', async () => {
    const { ports } = deployment({ plan: null });

    const outcome = await answerTo(request, ports);

    expect(outcome).toMatchObject({ success: false, type: 'flow_error' });
  });

  test('an unknown template is a 404', async () => {
    const { ports } = deployment();

    const run = answerTo({ ...request, templateId: 'other' }, ports);

    await expect(run).rejects.toMatchObject({ status: 404, message: 'Template not found' });
  });

  test('an unknown reserved field is refused by its name', async () => {
    const { ports } = deployment();

    const run = answerTo({ ...request, _replyto: 'me@example.org' }, ports);

    await expect(run).rejects.toMatchObject({
      status: 400,
      message: '_replyto is not a known delivery field',
    });
  });
});
