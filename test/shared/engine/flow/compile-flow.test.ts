import fc from 'fast-check';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { FlowError } from '../../../../shared/engine/flow/flow-error.ts';
import { callbackPlan, readPlan } from '../../../../shared/engine/flow/plan.ts';
import { describe, expect, test } from '../../../jest.ts';
import {
  back,
  callbackFlow,
  domainCheck,
  everyNode,
  problemsOf,
  provider,
  simpleRules,
  template,
} from './graphs.ts';

describe('a sound flow', () => {
  test('a sound flow becomes a plan with its steps in the order in which they run', async () => {
    const plan = await compileFlow(everyNode, simpleRules);

    expect(plan).toEqual({
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
    const plan = await compileFlow({ nodes: [template], edges: [] }, simpleRules);

    expect(plan).toEqual({ ...callbackPlan, template: 'mail' });
  });

  test("a flow's checks run in the order of the edges, and in that of the list if the edges leave a choice", async () => {
    const graph = callbackFlow(['last', 'third', 'first', 'second'].map(domainCheck), [
      { from: 'first', to: 'last' },
      { from: 'third', to: 'last' },
      { from: 'second', to: 'last' },
      { from: 'first', to: 'third' },
      { from: 'last', to: 'back' },
    ]);

    const { checks } = await compileFlow(graph, simpleRules);

    expect(checks.map(({ node }) => node)).toEqual(['first', 'third', 'second', 'last']);
  });

  test('a flow may have names, labels and positions for a canvas', async () => {
    const graph = {
      nodes: [
        { ...template, name: 'Mail', label: 'The mail', position: { x: -10.5, y: 0 } },
        { ...provider, replyTo: null, position: null, name: null },
      ],
      edges: [{ from: 'mail', to: 'send' }],
    };

    const problems = await problemsOf(graph);

    expect(problems).toEqual([]);
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
    const graph = {
      nodes: [{ id: 'inputs', type: 'variables', variables }, template],
      edges: [{ from: 'inputs', to: 'mail' }],
    };

    const plan = await compileFlow(graph, simpleRules);

    expect(plan.variables).toEqual([
      {
        node: 'inputs',
        defaults: [
          { name: 'items', value: [] },
          { name: 'count', value: 0 },
          { name: 'customer.name', value: '' },
          { name: 'shown', value: false },
        ],
      },
    ]);
  });

  test('a flow may have an edge twice, and a verification after the template', async () => {
    const graph = callbackFlow(
      [domainCheck('domain')],
      [
        { from: 'mail', to: 'domain' },
        { from: 'domain', to: 'back' },
        { from: 'domain', to: 'back' },
      ],
    );

    const problems = await problemsOf(graph);

    expect(problems).toEqual([]);
  });
});

describe('a wrong flow', () => {
  test('all problems of a flow are reported at once, of fields and of structure', async () => {
    const graph = {
      nodes: [
        template,
        { ...provider, replyto: 'x' },
        back,
        { ...domainCheck('a\n'), kind: 'regex' },
      ],
      edges: [
        { from: 'mail', to: 'send' },
        { from: 'send', to: 'back' },
      ],
    };

    const error = await compileFlow(graph, simpleRules).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(FlowError);
    expect((error as FlowError).problems.map(({ node, pointer }) => [node, pointer])).toEqual([
      ['send', '/nodes/1/replyto'],
      ['a\n', '/nodes/3/field'],
      ['a\n', '/nodes/3/pattern'],
      ['send', '/edges/1/from'],
      ['back', '/nodes/2'],
    ]);
    expect((error as FlowError).message).toContain('node "a\\n": field is missing');
  });
});

describe('any input', () => {
  const anyValue = fc.anything({ withNullPrototype: true, withMap: true });
  const anyNode = fc.record({
    id: fc.oneof(fc.string(), anyValue),
    type: fc.constantFrom('template', 'variables', 'verification', 'provider', 'callback', 'x'),
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
  const graphs = fc.record({
    nodes: fc
      .array(
        fc.oneof(
          {
            weight: 6,
            arbitrary: fc.record({
              id: ids,
              type: fc.constant('verification'),
              kind: fc.constant('email_domain'),
            }),
          },
          {
            weight: 2,
            arbitrary: fc.record({
              id: ids,
              type: fc.constant('variables'),
              variables: fc.constant([]),
            }),
          },
          {
            weight: 1,
            arbitrary: fc.record({
              id: ids,
              type: fc.constantFrom('callback', 'template', 'provider'),
            }),
          },
        ),
        { maxLength: 4 },
      )
      .map((nodes) => [
        ...nodes,
        { id: 'mail', type: 'template' },
        { id: 'end', type: 'callback' },
      ]),
    edges: fc
      .array(
        fc.record({
          from: fc.oneof(ids, fc.constant('mail')),
          to: fc.oneof(ids, fc.constantFrom('mail', 'end')),
        }),
        { maxLength: 8 },
      )
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
          ({ from, to }) =>
            (places.get(from) ?? -1) >= (places.get(to) ?? Number.POSITIVE_INFINITY),
        );
        expect(back).toEqual([]);
        expect(places.size).toBe(graph.nodes.filter(({ type }) => type === 'verification').length);
      }),
      { numRuns: 2000, seed: 7 },
    );

    expect(taken).toBeGreaterThan(50);
  });
});

describe("a node's message in several languages", () => {
  const withMessage = (message: unknown) => ({
    nodes: [
      { id: 'code', type: 'verification', kind: 'regex', field: 'code', pattern: 'a', message },
      template,
      back,
    ],
    edges: [
      { from: 'code', to: 'mail' },
      { from: 'mail', to: 'back' },
    ],
  });

  test('it is stored in the plan, and the plan can be read', async () => {
    const plan = await compileFlow(withMessage({ pt: 'Não', en: 'No' }), simpleRules);

    expect(plan.checks).toMatchObject([{ message: { pt: 'Não', en: 'No' } }]);
    expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });

  test.each<[unknown, string, string]>([
    [{}, '/nodes/0/message', 'node "code": message must have a language, such as {"en": "…"}'],
    [
      { pt_BR: 'Não' },
      '/nodes/0/message',
      'node "code": message names the language "pt_BR", which must be a language tag, such as pt or pt-BR',
    ],
    [
      { 'PT-br': 'Não' },
      '/nodes/0/message',
      'node "code": message names the language "PT-br", which must be written "pt-BR"',
    ],
    [{ pt: 5 }, '/nodes/0/message/pt', 'node "code": message.pt must be a string, found a number'],
    [{ pt: '' }, '/nodes/0/message/pt', 'node "code": message.pt must not be empty'],
    [5, '/nodes/0/message', 'node "code": message must be a string, found a number'],
    [['No'], '/nodes/0/message', 'node "code": message must be a string, found an array'],
    ['', '/nodes/0/message', 'node "code": message must not be empty'],
  ])('the message %j is refused', async (message, pointer, sentence) => {
    expect(await problemsOf(withMessage(message))).toMatchObject([{ pointer, message: sentence }]);
  });
});
