import fc from 'fast-check';
import { takenBranch } from '../../../../shared/engine/flow/branch.ts';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { readPlan } from '../../../../shared/engine/flow/plan.ts';
import { runFlow } from '../../../../shared/engine/flow/run-flow.ts';
import { describe, expect, test } from '../../../jest.ts';
import { back, flowOf, shownProblemsOf, simpleRules, template } from './graphs.ts';
import { agreeing } from './ports.ts';

const branch = (fields: object) => ({ id: 'pro', type: 'branch', template: 'other', ...fields });
const flowWith = (...branches: { id: string }[]) =>
  flowOf([template, back, ...branches], 'mail → back', ...branches.map(({ id }) => `${id} → mail`));
const planWith = (...branches: { id: string }[]) => compileFlow(flowWith(...branches), simpleRules);

describe('a branch', () => {
  test.each<[string, object, object, boolean]>([
    ['the one value', { field: 'plan', values: ['pro'] }, { plan: 'pro' }, true],
    ['one of the values', { field: 'plan', values: ['a', 'pro'] }, { plan: 'pro' }, true],
    ['another value', { field: 'plan', values: ['pro'] }, { plan: 'free' }, false],
    ['another case', { field: 'plan', values: ['pro'] }, { plan: 'Pro' }, false],
    ['no value', { field: 'plan', values: ['pro'] }, {}, false],
    ['a number', { field: 'seats', values: ['7'] }, { seats: 7 }, true],
    ['a boolean', { field: 'isNew', values: ['true'] }, { isNew: true }, true],
    ['a list', { field: 'items', values: ['a'] }, { items: ['a'] }, false],
    ['a part of a value', { field: 'team.plan', values: ['pro'] }, { team: { plan: 'pro' } }, true],
    ['any value', { field: 'coupon' }, { coupon: 'X1' }, true],
    ['any list', { field: 'items', values: null }, { items: ['a'] }, true],
    ['white space as any value', { field: 'coupon' }, { coupon: ' ' }, false],
    ['an inherited property', { field: 'constructor' }, {}, false],
  ])('%s', async (_, condition, variables, isTaken) => {
    const plan = await planWith(branch(condition));

    const taken = takenBranch(plan, { variables: { ...variables }, delivery: {} });
    expect(taken?.template ?? null).toBe(isTaken ? 'other' : null);
  });

  test.each([
    ['de', true],
    ['de-AT', true],
    ['en', false],
    [undefined, false],
  ])('the language %s of a request meets the value de: %s', async (language, isTaken) => {
    const plan = await planWith(branch({ field: '_language', values: ['de'] }));

    const taken = takenBranch(plan, { variables: {}, delivery: {}, language });
    expect(taken !== null).toBe(isTaken);
  });

  test('a default of the flow counts as a value', async () => {
    const inputs = {
      ...{ id: 'in', type: 'variables' },
      variables: [{ name: 'plan', default: 'pro' }],
    };
    const plan = await planWith(inputs, branch({ field: 'plan', values: ['pro'] }));

    expect(takenBranch(plan, { variables: {}, delivery: {} })).not.toBeNull();
    expect(takenBranch(plan, { variables: { plan: 'free' }, delivery: {} })).toBeNull();
  });

  test('the first branch whose condition is met is taken, in the order of the edges', async () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(names, fc.subarray(['a', 'b', 'c', 'd']), async (order, given) => {
        const nodes = order
          .toSorted()
          .map((name) => ({ ...branch({ field: name }), id: name, template: name }));
        const edges = order.map((name, index) => `${name} → ${order[index + 1] ?? 'mail'}`);
        const graph = flowOf([...nodes, template, back], 'mail → back', ...edges);
        const plan = await compileFlow(graph, simpleRules);

        const variables = Object.fromEntries(given.map((name) => [name, 'x']));
        const taken = takenBranch(plan, { variables, delivery: {} });
        expect(taken?.template).toBe(order.find((name) => given.includes(name)));
      }),
      { numRuns: 200 },
    );
  });
});

test('a plan with branches can be read, and one without them is stored as before', async () => {
  const plan = await planWith(branch({ field: 'plan', values: ['pro'] }));

  expect(plan.branches).toEqual([
    { node: 'pro', field: 'plan', values: ['pro'], template: 'other' },
  ]);
  expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  expect(Object.keys(await planWith())).not.toContain('branches');
});

test.each<[string, object, string[]]>([
  [
    'no template',
    { field: 'plan', template: '' },
    ['wrong-shape, /nodes/2/template: node "pro": template must not be empty'],
  ],
  [
    'an empty list of values',
    { field: 'plan', values: [] },
    ['wrong-shape, /nodes/2/values: node "pro": values must not be empty'],
  ],
  [
    'a reserved name',
    { field: '_trace' },
    [
      'wrong-shape, /nodes/2/field: node "pro": field begins with _ but is not a delivery field; the delivery fields are _to, _subject, _replyTo, _cc, _bcc',
    ],
  ],
  [
    'a language that is no tag',
    { field: '_language', values: ['de', 'pt_BR'] },
    [
      'bad-language, /nodes/2/values/1: node "pro": values names the language "pt_BR", which must be a language tag, such as pt or pt-BR',
    ],
  ],
])('a branch with %s is refused', async (_, fields, problems) => {
  expect(await shownProblemsOf(flowWith(branch(fields)))).toEqual(problems);
});

describe('a run', () => {
  const steps = ({ trace }: Awaited<ReturnType<typeof runFlow>>) =>
    trace.map(({ node, type, outcome }) => `${node} ${type} ${outcome}`);
  const input = { variables: {}, delivery: {} };

  test('the answer names the template of the branch, and the branch is what renders', async () => {
    const plan = await planWith(
      { ...branch({ field: 'a' }), id: 'first' },
      branch({ field: 'b' }),
      { ...branch({ field: 'c' }), id: 'last' },
    );
    const [, second] = plan.branches ?? [];
    if (!second) throw new Error('The plan has no branches');

    const run = await runFlow(plan, { ...input, branch: { ...second, isFound: true } }, agreeing());
    expect(run.outcome).toMatchObject({ type: 'callback', templateId: 'other' });
    expect(steps(run)).toEqual([
      'first branch not_taken',
      'pro branch taken',
      'pro template rendered',
      'back callback returned',
    ]);
  });

  test('without a branch that is taken, the answer names no template', async () => {
    const run = await runFlow(await planWith(branch({ field: 'a' })), input, agreeing());

    expect(run.outcome).not.toHaveProperty('templateId');
    expect(steps(run).slice(0, 2)).toEqual(['pro branch not_taken', 'mail template rendered']);
  });

  test('a template that does not exist is an error of the flow, before any input is judged', async () => {
    const plan = await planWith(branch({ field: 'a' }));
    const [taken] = plan.branches ?? [];
    if (!taken) throw new Error('The plan has no branch');

    const run = await runFlow(plan, { ...input, branch: { ...taken, isFound: false } }, agreeing());
    expect(run.outcome).toEqual({
      success: false,
      type: 'flow_error',
      error: 'Template other, to which node "pro" leads, does not exist',
    });
    expect(steps(run)).toEqual(['pro branch misconfigured']);
  });
});
