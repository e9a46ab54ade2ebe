import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import {
  callback,
  emailDomain,
  flowOf,
  inputs,
  provider,
  regex,
  required,
  template,
} from '../harness/flow.ts';
import { messageTo } from '../harness/messages.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const draft = { html: '<p>{{name}}</p>' };
const variables = { name: 'Ada' };
const returned = {
  success: true,
  type: 'callback',
  html: '<p>Ada</p>',
  text: 'Ada',
  subject: 'Hello',
};

describe('a trace', () => {
  const _to = 'traced@good.example';
  const step = (node: string | null, type: string, outcome: string) => ({
    ...{ node, type, outcome },
    ms: expect.any(Number),
  });
  const flow = flowOf(
    inputs({ name: 'name', default: 'you' }),
    emailDomain(),
    required('name'),
    regex({ field: 'name', pattern: '^[A-Z]' }),
    template,
    provider(),
  );
  const before = [
    step('inputs', 'variables', 'applied'),
    step('send', 'delivery', 'passed'),
    step('domain', 'verification', 'passed'),
    step('required', 'verification', 'passed'),
  ];
  const prepared = [
    ...before,
    step('regex-name', 'verification', 'passed'),
    step('mail', 'template', 'rendered'),
  ];

  test.each<[string, object, object, object[]]>([
    [
      'sent',
      { _to },
      { success: true, type: 'sent', messageId: expect.any(String) },
      [...prepared, step('send', 'provider', 'sent')],
    ],
    [
      'of a dry run',
      { _to, _dryRun: true },
      returned,
      [...prepared, step('send', 'provider', 'not_sent')],
    ],
    [
      'of a verification that failed',
      { _to, variables: { name: 'ada' } },
      { success: false, type: 'validation_failed', error: expect.any(String), field: 'name' },
      [...before, step('regex-name', 'verification', 'failed')],
    ],
    [
      'of a delivery field that is bad',
      {},
      { success: false, type: 'validation_failed', error: '_to is required', field: '_to' },
      [step('inputs', 'variables', 'applied'), step('send', 'delivery', 'failed')],
    ],
  ])('a trace has each node in order, with its outcome: %s', async (_, request, body, trace) => {
    const answer = await executeDraft(
      account,
      { ...draft, flow },
      { variables, ...request, _trace: true },
    );

    expect(answer).toEqual({ status: 200, body: { ...body, trace } });
  });

  test.each<[string, unknown, object, object[]]>([
    [
      'without a flow',
      undefined,
      {},
      [step(null, 'template', 'rendered'), step(null, 'callback', 'returned')],
    ],
    [
      'of a callback',
      flowOf(template, callback),
      {},
      [step('mail', 'template', 'rendered'), step('back', 'callback', 'returned')],
    ],
    [
      'of a missing variable',
      flowOf(template, callback),
      { name: null },
      [step('mail', 'template', 'failed')],
    ],
  ])('an answer that sends nothing has a trace as well: %s', async (_, flow, change, trace) => {
    const request = { variables: { ...variables, ...change }, _trace: true };

    const { status, body } = await executeDraft(account, { ...draft, flow }, request);

    expect([status, (body as { trace: unknown }).trace]).toEqual([200, trace]);
  });

  test.each([false, null, undefined])(
    'an answer with %j has no trace, but the message keeps it',
    async (_trace) => {
      const address = `untraced-${_trace}@good.example`;

      const answer = await executeDraft(
        account,
        { ...draft, flow },
        { variables, _to: address, _trace },
      );
      const { record } = await messageTo(account, address);

      const body = { success: true, type: 'sent', messageId: expect.any(String) };
      expect(answer).toEqual({ status: 200, body });
      expect(record.trace).toEqual([...prepared, step('send', 'provider', 'sent')]);
    },
  );

  test('a trace holds no value and no address', async () => {
    const request = { variables: { name: 'SECRET-VALUE' }, _to: 'secret@good.example' };

    const answer = await executeDraft(account, { ...draft, flow }, { ...request, _trace: true });

    expect(JSON.stringify(answer.body)).not.toMatch(/SECRET-VALUE|secret@/);
  });
});
