import { refuse } from '../../../../shared/engine/errors.ts';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { callbackPlan } from '../../../../shared/engine/flow/plan.ts';
import { runFlow } from '../../../../shared/engine/flow/run-flow.ts';
import { expect, test } from '../../../jest.ts';
import { flowWith, simpleRules } from './graphs.ts';
import { agreeing, type Calls, validationFailed } from './ports.ts';

const sending = await compileFlow(flowWith.provider({}), simpleRules);
const to = { _to: 'ann@inbox.example' };

test('a flow that sends nothing returns the content, also for a template without a flow', async () => {
  const calls: Calls = [];

  const run = await runFlow(callbackPlan, { variables: { a: 1 }, delivery: {} }, agreeing(calls));

  expect(run).toEqual({
    outcome: {
      ...{ success: true, type: 'callback' },
      ...{ subject: 'Hello', html: '<p>{"a":1}</p>', text: '{"a":1}' },
    },
    trace: [
      { node: null, type: 'template', outcome: 'rendered', ms: 1 },
      { node: null, type: 'callback', outcome: 'returned', ms: 1 },
    ],
  });
  expect(calls).toEqual([['render', { a: 1 }, null]]);
});

test('a flow that sends nothing does not check addresses', async () => {
  const calls: Calls = [];
  const delivery = { _to: 'nonsense', _cc: 'x', _bcc: ',', _replyTo: '@' };

  const { outcome } = await runFlow(callbackPlan, { variables: {}, delivery }, agreeing(calls));

  expect(outcome.type).toBe('callback');
  expect(calls).toEqual([['render', {}, null]]);
});

test('rendering names every missing variable, the first as the field, and sends nothing', async () => {
  const calls: Calls = [];
  const ports = agreeing(calls, {
    render: async () => ({ outcome: 'missing', names: ['a.b', 'c'] }),
  });

  expect(await runFlow(sending, { variables: {}, delivery: to }, ports)).toEqual({
    outcome: validationFailed('Missing required variables: a.b, c', 'a.b'),
    trace: [
      { node: 'send', type: 'delivery', outcome: 'passed', ms: 1 },
      { node: 'mail', type: 'template', outcome: 'failed', ms: 1 },
    ],
  });
  expect(calls.map(([port]) => port)).not.toContain('send');
});

test.each([
  ['Hi {{name}}', 'Hi {{name}}'],
  ['', null],
  [null, null],
])("a given subject replaces the template's, unchanged: %j", async (_subject, expected) => {
  const calls: Calls = [];
  const input = { variables: {}, delivery: { ...to, _subject } };

  await runFlow(sending, input, agreeing(calls));

  expect(calls).toContainEqual(['render', {}, expected]);
});

test('a given subject counts even if nothing is sent', async () => {
  const input = { variables: {}, delivery: { _subject: 'Mine' } };

  const { outcome } = await runFlow(callbackPlan, input, agreeing());

  expect(outcome).toMatchObject({ type: 'callback', subject: 'Mine' });
});

test('a refusal of the template is passed on unchanged', async () => {
  const refusal = refuse('overLimit', 'html', '2 MB');
  const ports = agreeing([], { render: async () => Promise.reject(refusal) });

  await expect(runFlow(sending, { variables: {}, delivery: to }, ports)).rejects.toBe(refusal);
});
