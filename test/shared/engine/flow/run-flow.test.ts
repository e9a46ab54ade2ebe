import { refuse } from '../../../../shared/engine/errors.ts';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import type { FlowInput } from '../../../../shared/engine/flow/ports.ts';
import { runFlow } from '../../../../shared/engine/flow/run-flow.ts';
import { expect, test } from '../../../jest.ts';
import { everyNode, flowWith, simpleRules } from './graphs.ts';
import { agreeing, type Calls, validationFailed } from './ports.ts';

const sending = await compileFlow(flowWith.provider({}), simpleRules);
const everything = await compileFlow(everyNode, simpleRules);
const to = { _to: 'ann@inbox.example' };

test('a flow that sends runs every step in its order and answers with the message id', async () => {
  const calls: Calls = [];
  const input = { variables: { code: 'ABC' }, delivery: to };

  const run = await runFlow(everything, input, agreeing(calls));

  expect(run).toEqual({
    outcome: { success: true, type: 'sent', messageId: 'message-1' },
    trace: [
      { node: 'inputs', type: 'variables', outcome: 'applied', ms: 1 },
      { node: 'send', type: 'delivery', outcome: 'passed', ms: 1 },
      { node: 'needed', type: 'verification', outcome: 'passed', ms: 1 },
      { node: 'code', type: 'verification', outcome: 'passed', ms: 1 },
      { node: 'domain', type: 'verification', outcome: 'passed', ms: 1 },
      { node: 'mail', type: 'template', outcome: 'rendered', ms: 1 },
      { node: 'send', type: 'provider', outcome: 'sent', ms: 1 },
    ],
  });
  expect(calls).toEqual([
    ['senderProblem', 'hi@acme.example'],
    ['parseDelivery', { ...to, _replyTo: null }],
    ['recipientDomain', 'ann@inbox.example'],
    ['lookupDomain', 'inbox.example'],
    ['render', { code: 'ABC', name: 'friend' }, null],
    [
      'send',
      {
        from: 'hi@acme.example',
        recipients: { ...to, _replyTo: null },
        unsubscribe: null,
        subject: 'Hello',
        html: '<p>{"code":"ABC","name":"friend"}</p>',
        text: '{"code":"ABC","name":"friend"}',
      },
      run.trace.slice(0, -1),
    ],
  ]);
});

test.each(['refused', 'unknown'] as const)(
  'a flow that sends answers send_failed with the error if the send was %s',
  async (outcome) => {
    const ports = agreeing([], { send: async () => ({ outcome, error: 'Not verified' }) });

    expect(await runFlow(sending, { variables: {}, delivery: to }, ports)).toEqual({
      outcome: { success: false, type: 'send_failed', error: 'Not verified' },
      trace: [
        { node: 'send', type: 'delivery', outcome: 'passed', ms: 1 },
        { node: 'mail', type: 'template', outcome: 'rendered', ms: 1 },
        { node: 'send', type: 'provider', outcome, ms: 1 },
      ],
    });
  },
);

test('a flow that sends answers flow_error before anything else if its sender cannot be used', async () => {
  const calls: Calls = [];
  const ports = agreeing(calls, { senderProblem: () => 'Sending is switched off' });

  expect(await runFlow(everything, { variables: {}, delivery: {} }, ports)).toEqual({
    outcome: { success: false, type: 'flow_error', error: 'Sending is switched off' },
    trace: [{ node: 'send', type: 'provider', outcome: 'misconfigured', ms: 1 }],
  });
  expect(calls).toEqual([['senderProblem', 'hi@acme.example']]);
});

test.each([{}, { _to: null }, { _to: '' }])(
  'a flow that sends answers validation_failed without a recipient: %j',
  async (delivery) => {
    const calls: Calls = [];

    expect(await runFlow(everything, { variables: {}, delivery }, agreeing(calls))).toEqual({
      outcome: validationFailed('_to is required', '_to'),
      trace: [
        { node: 'inputs', type: 'variables', outcome: 'applied', ms: 1 },
        { node: 'send', type: 'delivery', outcome: 'failed', ms: 1 },
      ],
    });
    expect(calls.map(([port]) => port)).toEqual(['senderProblem', 'parseDelivery']);
  },
);

test('a flow that sends names the delivery field that cannot be parsed', async () => {
  const ports = agreeing([], {
    parseDelivery: () => ({ ok: false, field: '_cc', error: '_cc is no address' }),
  });

  const { outcome } = await runFlow(sending, { variables: {}, delivery: to }, ports);

  expect(outcome).toEqual(validationFailed('_cc is no address', '_cc'));
});

const leaving = { unsubscribe: 'https://acme.example/u/{{%user.id}}?l={{list|all}}' };
const runLeaving = async (variables: object, change: Partial<FlowInput> = {}) => {
  const calls: Calls = [];
  const plan = await compileFlow(flowWith.provider(leaving), simpleRules);
  const input = { variables: { ...variables }, delivery: to, ...change };
  const { outcome, trace } = await runFlow(plan, input, agreeing(calls));
  const [, mail] = calls.find(([port]) => port === 'send') ?? [];
  return { outcome, last: trace.at(-1)?.outcome, mail };
};
const user = { id: 'a/b' };

test('the node’s address to unsubscribe is printed with the variables, without HTML escapes', async () => {
  const list = "a&b='c'";

  const printed = [await runLeaving({ user, list }), await runLeaving({ user })];

  expect(printed).toMatchObject([
    { mail: { unsubscribe: "https://acme.example/u/a%2Fb?l=a&b='c'" } },
    { mail: { unsubscribe: 'https://acme.example/u/a%2Fb?l=all' } },
  ]);
});

test('the request’s own address to unsubscribe replaces the node’s, whose variables are then not needed', async () => {
  const unsubscribe = 'https://other.example/u';

  expect(await runLeaving({}, { unsubscribe })).toMatchObject({ mail: { unsubscribe } });
});

test.each([false, true])(
  'a variable that the address to unsubscribe misses is validation_failed with its name (dry run: %s)',
  async (dryRun) => {
    expect(await runLeaving({}, { dryRun })).toEqual({
      outcome: validationFailed('Missing required variables: user.id', 'user.id'),
      last: 'failed',
      mail: undefined,
    });
  },
);

test.each([false, true])(
  'an address to unsubscribe that a value makes wrong is validation_failed (dry run: %s)',
  async (dryRun) => {
    expect(await runLeaving({ user, list: 'a\r\nBcc: eve@example.org' }, { dryRun })).toEqual({
      outcome: validationFailed(
        'The address to unsubscribe of the flow must be printable ASCII without spaces, commas, quotes, backslashes and angle brackets: encode other characters, as in %20',
        '_unsubscribe',
      ),
      last: 'failed',
      mail: undefined,
    });
  },
);

test.each([
  [undefined, 'help@acme.example'],
  ['', 'help@acme.example'],
  ['ann@inbox.example', 'ann@inbox.example'],
])(
  'a flow that sends replies to the node’s address unless the caller gives one: %j',
  async (_replyTo, expected) => {
    const calls: Calls = [];
    const graph = flowWith.provider({ replyTo: 'help@acme.example' });
    const plan = await compileFlow(graph, simpleRules);

    await runFlow(plan, { variables: {}, delivery: { ...to, _replyTo } }, agreeing(calls));

    expect(calls).toContainEqual(['parseDelivery', { ...to, _replyTo: expected }]);
  },
);

test('a flow that sends does everything but the send in a dry run', async () => {
  const calls: Calls = [];
  const input = { variables: {}, delivery: to, dryRun: true };

  expect(await runFlow(sending, input, agreeing(calls))).toEqual({
    outcome: { success: true, type: 'callback', subject: 'Hello', html: '<p>{}</p>', text: '{}' },
    trace: [
      { node: 'send', type: 'delivery', outcome: 'passed', ms: 1 },
      { node: 'mail', type: 'template', outcome: 'rendered', ms: 1 },
      { node: 'send', type: 'provider', outcome: 'not_sent', ms: 1 },
    ],
  });
  expect(calls.map(([port]) => port)).toEqual(['senderProblem', 'parseDelivery', 'render']);
});

test('V2.3.1 a flow stops at the first verification that fails, before rendering', async () => {
  const calls: Calls = [];
  const input = { variables: { code: 'abc' }, delivery: to };

  expect(await runFlow(everything, input, agreeing(calls))).toEqual({
    outcome: validationFailed('code does not match the pattern', 'code'),
    trace: [
      { node: 'inputs', type: 'variables', outcome: 'applied', ms: 1 },
      { node: 'send', type: 'delivery', outcome: 'passed', ms: 1 },
      { node: 'needed', type: 'verification', outcome: 'passed', ms: 1 },
      { node: 'code', type: 'verification', outcome: 'failed', ms: 1 },
    ],
  });
  expect(calls.map(([port]) => port)).toEqual(['senderProblem', 'parseDelivery']);
});

test('if DNS does not answer, a verification refuses the request and nothing is sent', async () => {
  const calls: Calls = [];
  const ports = agreeing(calls, { lookupDomain: async () => 'no answer' });
  const input = { variables: { code: 'ABC' }, delivery: to };

  await expect(runFlow(everything, input, ports)).rejects.toEqual(refuse('noDnsAnswer'));
  expect(calls.map(([port]) => port).join()).toBe(
    'senderProblem,parseDelivery,recipientDomain,lookupDomain',
  );
});
