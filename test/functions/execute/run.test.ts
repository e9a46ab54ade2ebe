import { describe, expect, test } from '@jest/globals';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import type { Mail, SendOutcome } from '../../../shared/adapters/ses.ts';
import { compileFlow } from '../../../shared/flow/compile-flow.ts';
import { callbackPlan, type FlowPlan } from '../../../shared/flow/plan.ts';
import { compileTemplate } from '../../../shared/render/compile-template.ts';

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
  { mailboxProblem: () => null },
);

interface Given {
  plan?: FlowPlan | null;
  send?: SendOutcome;
  verdict?: Awaited<ReturnType<ExecutePorts['lookupDomain']>>;
  senderProblem?: string;
}

/** The ports of a deployment in which all is well but for what is given; keeps what was sent. */
function deployment({ plan = sendingPlan, send, verdict, senderProblem }: Given = {}) {
  const sent: Mail[] = [];
  const ports: ExecutePorts = {
    loadTemplate: async (_, id) => (id === 'hello' ? { revision: 1, compiled, plan } : null),
    senderProblem: () => senderProblem ?? null,
    lookupDomain: async () => verdict ?? { domain: true, mxRecords: true },
    sendMail: async (mail) => {
      sent.push(mail);
      return send ?? { outcome: 'sent', messageId: 'm-1' };
    },
    now: () => 0,
  };
  return { sent, ports };
}

const request = { templateId: 'hello', variables: { name: 'Ada' }, _to: 'ada@example.org' };

describe('executing a flow', () => {
  test('sends the rendered mail, with addresses as SES takes them', async () => {
    const { sent, ports } = deployment();

    const outcome = await execute(
      { ...request, _to: 'Ådá <ada@bücher.example>', _cc: '"B, C" <b@example.org>' },
      caller,
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
      },
    ]);
  });

  test('a given reply-to replaces the flow’s, a given subject is taken literally', async () => {
    const { sent, ports } = deployment();

    await execute(
      { ...request, _replyTo: 'me@example.org', _subject: 'Re: {{name}}' },
      caller,
      ports,
    );

    expect(sent).toMatchObject([{ replyTo: ['me@example.org'], subject: 'Re: {{name}}' }]);
  });

  test('a template without a flow hands back what it rendered', async () => {
    const { sent, ports } = deployment({ plan: callbackPlan });

    const outcome = await execute(request, caller, ports);

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

    const outcome = await execute({ ...request, ...change }, caller, ports);

    expect(outcome).toEqual({ success: false, type: 'validation_failed', error, field });
    expect(sent).toEqual([]);
  });

  test('a domain without MX records fails the validation of _to', async () => {
    const { sent, ports } = deployment({ verdict: { domain: true, mxRecords: false } });

    const outcome = await execute(request, caller, ports);

    expect(outcome).toEqual({
      success: false,
      type: 'validation_failed',
      error: 'The domain of _to has no MX records',
      field: '_to',
    });
    expect(sent).toEqual([]);
  });

  test('a DNS without an answer is no verdict: a 500, and nothing is sent', async () => {
    const { sent, ports } = deployment({ verdict: 'no answer' });

    const run = execute(request, caller, ports);

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
  ] as const)('an end as $outcome is send_failed with its words', async (send) => {
    const { ports } = deployment({ send });

    const outcome = await execute(request, caller, ports);

    expect(outcome).toEqual({ success: false, type: 'send_failed', error: send.error });
  });

  test('a sender that this deployment does not have is a flow_error before anything else', async () => {
    const { sent, ports } = deployment({ senderProblem: 'no identity' });

    const outcome = await execute({ ...request, _to: 'nobody' }, caller, ports);

    expect(outcome).toEqual({ success: false, type: 'flow_error', error: 'no identity' });
    expect(sent).toEqual([]);
  });

  test('a stored flow that cannot be read is a flow_error', async () => {
    const { ports } = deployment({ plan: null });

    const outcome = await execute(request, caller, ports);

    expect(outcome).toMatchObject({ success: false, type: 'flow_error' });
  });

  test('an unknown template is a 404', async () => {
    const { ports } = deployment();

    const run = execute({ ...request, templateId: 'other' }, caller, ports);

    await expect(run).rejects.toMatchObject({ status: 404, message: 'Template not found' });
  });

  test('a reserved name that is no delivery field is refused by name', async () => {
    const { ports } = deployment();

    const run = execute({ ...request, _replyto: 'me@example.org' }, caller, ports);

    await expect(run).rejects.toMatchObject({
      status: 400,
      message: '_replyto is not a known delivery field',
    });
  });
});
