import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import {
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

const html = '<p>{{name}}</p>';
const variables = { name: 'Ada' };
const returned = {
  success: true,
  type: 'callback',
  html: '<p>Ada</p>',
  text: 'Ada',
  subject: 'Hello',
};

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
const sent = { success: true, type: 'sent', messageId: expect.any(String) };
const atSes = [...prepared, step('send', 'provider', 'sent')];

test.each<[string, object, object, object[]]>([
  ['sent', { _to }, sent, atSes],
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
    { html, flow },
    { variables, ...request, _trace: true },
  );

  expect(answer).toEqual({ status: 200, body: { ...body, trace } });
});

test.each([false, null, undefined])(
  'an answer with %j has no trace, but the message keeps it, without a value and an address',
  async (_trace) => {
    const address = `untraced-${_trace}@good.example`;
    const request = { variables: { name: 'SECRET-VALUE' }, _to: address, _trace };

    const answer = await executeDraft(account, { html, flow }, request);
    const { record } = await messageTo(account, address);

    expect(answer).toEqual({ status: 200, body: sent });
    expect(record.trace).toEqual(atSes);
    expect(JSON.stringify(record.trace)).not.toMatch(/SECRET-VALUE|untraced/);
  },
);
