import fc from 'fast-check';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { FlowError } from '../../../../shared/engine/flow/flow-error.ts';
import { callbackPlan, readPlan } from '../../../../shared/engine/flow/plan.ts';
import { expect, test } from '../../../jest.ts';
import {
  back,
  callbackFlow,
  domainCheck,
  everyNode,
  flowOf,
  flowWith,
  problemsOf,
  provider,
  simpleRules,
  template,
} from './graphs.ts';

test('a sound flow becomes a plan with its steps in the order in which they run', async () => {
  expect(await compileFlow(everyNode, simpleRules)).toEqual({
    version: 1,
    variables: [{ node: 'inputs', defaults: [{ name: 'name', value: 'friend' }] }],
    checks: [
      { node: 'needed', kind: 'required_fields', fields: ['name', '_to'] },
      { node: 'code', kind: 'regex', field: 'code', pattern: '^[A-Z]{3}$', message: null },
      { node: 'domain', kind: 'email_domain' },
    ],
    template: 'mail',
    output: {
      type: 'provider',
      node: 'send',
      provider: 'ses',
      from: 'hi@acme.example',
      replyTo: null,
      unsubscribe: null,
    },
  });
});

test('a flow without an output ends in a callback', async () => {
  expect(await compileFlow(flowOf([template]), simpleRules)).toEqual({
    ...callbackPlan,
    template: 'mail',
  });
});

test("a flow's checks run in the order of the edges, and in that of the list if the edges leave a choice", async () => {
  const graph = callbackFlow(
    ['last', 'third', 'first', 'second'].map(domainCheck),
    ...['first → last', 'third → last', 'second → last', 'first → third', 'last → back'],
  );

  const { checks } = await compileFlow(graph, simpleRules);

  expect(checks.map(({ node }) => node)).toEqual(['first', 'third', 'second', 'last']);
});

test('a flow may have names, labels and positions for a canvas', async () => {
  const graph = flowOf(
    [
      { ...template, name: 'Mail', label: 'The mail', position: { x: -10.5, y: 0 } },
      { ...provider, replyTo: null, position: null, name: null },
    ],
    'mail → send',
  );

  expect(await problemsOf(graph)).toEqual([]);
});

test("a flow's default may be any JSON value, and null means none", async () => {
  const variables = [
    { name: 'items', default: [] },
    { name: 'count', default: 0 },
    { name: 'customer.name', default: '' },
    { name: 'shown', default: false },
    { name: 'none', default: null },
    { name: 'absent' },
  ];

  const plan = await compileFlow(flowWith.variables(variables), simpleRules);

  const defaults = variables.slice(0, 4).map(({ name, default: value }) => ({ name, value }));
  expect(plan.variables).toEqual([{ node: 'inputs', defaults }]);
});

test('a flow may have an edge twice, and a verification after the template', async () => {
  const edges = ['mail → domain', 'domain → back', 'domain → back'];
  const graph = callbackFlow([domainCheck('domain')], ...edges);

  expect(await problemsOf(graph)).toEqual([]);
});

test('all problems of a flow are reported at once, of fields and of structure', async () => {
  const check = { ...domainCheck('a\n'), kind: 'regex' };
  const nodes = [template, { ...provider, replyto: 'x' }, back, check];
  const graph = flowOf(nodes, 'mail → send', 'send → back');

  const error = await compileFlow(graph, simpleRules).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(FlowError);
  expect((error as FlowError).problems.map(({ pointer }) => pointer)).toEqual([
    ...['/nodes/1/replyto', '/nodes/3/field', '/nodes/3/pattern', '/edges/1/from', '/nodes/2'],
  ]);
  expect((error as FlowError).message).toContain('node "a\\n": field is missing');
});

const anyValue = fc.anything({ withNullPrototype: true, withMap: true });
const anyNode = fc.record({
  id: fc.oneof(fc.string(), anyValue),
  type: fc.constantFrom(
    'template',
    'variables',
    'verification',
    'branch',
    'provider',
    'callback',
    'x',
  ),
  kind: fc.constantFrom('email_domain', 'required_fields', 'regex', undefined),
  field: fc.string(),
  pattern: fc.oneof(fc.string(), anyValue),
  variables: fc.oneof(fc.array(fc.record({ name: fc.string(), default: anyValue })), anyValue),
});
const anyLists = fc.record({
  nodes: fc.array(fc.oneof(anyNode, anyValue)),
  edges: fc.array(fc.oneof(fc.record({ from: fc.string(), to: fc.string() }), anyValue)),
});

test('any input compiles, or is refused with at least one problem, each in one line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyValue, anyLists), async (graph) => {
      const problems = await problemsOf(graph);

      expect(problems.length).toBeGreaterThan(0);
      expect(problems.filter(({ message }) => /[\n\r]/.test(message))).toEqual([]);
    }),
  );
});

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const nodes = (
  weight: number,
  type: fc.Arbitrary<string>,
  fields: Record<string, fc.Arbitrary<unknown>> = {},
) => ({ weight, arbitrary: fc.record({ id: ids, type, ...fields }) });
const anySound = fc.oneof(
  nodes(6, fc.constant('verification'), { kind: fc.constant('email_domain') }),
  nodes(2, fc.constant('variables'), { variables: fc.constant([]) }),
  nodes(1, fc.constantFrom('callback', 'template', 'provider')),
);
const anyEdge = fc.record({
  from: fc.oneof(ids, fc.constant('mail')),
  to: fc.oneof(ids, fc.constantFrom('mail', 'end')),
});
const graphs = fc.record({
  nodes: fc
    .array(anySound, { maxLength: 4 })
    .map((some) => [...some, { id: 'mail', type: 'template' }, { id: 'end', type: 'callback' }]),
  edges: fc
    .array(anyEdge, { maxLength: 8 })
    .map((edges) => [...edges, { from: 'mail', to: 'end' }]),
});

test('an accepted graph runs in an order in which no edge points back', async () => {
  let taken = 0;

  await fc.assert(
    fc.asyncProperty(graphs, async (graph) => {
      const plan = await compileFlow(graph, simpleRules).catch((error: unknown) => {
        if (!(error instanceof FlowError)) throw error;
        return null;
      });
      if (plan === null) return;

      taken += 1;
      const places = new Map(plan.checks.map(({ node }, index) => [node, index]));
      const back = graph.edges.filter(
        ({ from, to }) => (places.get(from) ?? -1) >= (places.get(to) ?? Number.POSITIVE_INFINITY),
      );
      expect(back).toEqual([]);
      expect(places.size).toBe(graph.nodes.filter(({ type }) => type === 'verification').length);
    }),
    { numRuns: 2000, seed: 7 },
  );

  expect(taken).toBeGreaterThan(50);
});

const withMessage = (message: unknown) =>
  flowOf(
    [
      { id: 'code', type: 'verification', kind: 'regex', field: 'code', pattern: 'a', message },
      template,
      back,
    ],
    ...['code → mail', 'mail → back'],
  );

test("a node's message in several languages is stored in the plan, and the plan can be read", async () => {
  const plan = await compileFlow(withMessage({ pt: 'Não', en: 'No' }), simpleRules);

  expect(plan.checks).toMatchObject([{ message: { pt: 'Não', en: 'No' } }]);
  expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
});

const ofLanguage = (tag: string) => `message names the language "${tag}", which must be`;

test.each<[unknown, string, string]>([
  [{}, '', 'message must have a language, such as {"en": "…"}'],
  [{ pt_BR: 'Não' }, '', `${ofLanguage('pt_BR')} a language tag, such as pt or pt-BR`],
  [{ 'PT-br': 'Não' }, '', `${ofLanguage('PT-br')} a language tag, such as pt-BR`],
  [{ pt: 5 }, '/pt', 'message.pt must be a string, found a number'],
  [{ pt: '' }, '/pt', 'message.pt must not be empty'],
  [5, '', 'message must be a string, found a number'],
  [['No'], '', 'message must be a string, found an array'],
  ['', '', 'message must not be empty'],
])('the message %j of a node is refused', async (message, within, sentence) => {
  expect(await problemsOf(withMessage(message))).toMatchObject([
    { pointer: `/nodes/0/message${within}`, message: `node "code": ${sentence}` },
  ]);
});
