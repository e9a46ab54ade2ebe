import type { FlowProblem } from '../../../../shared/engine/flow/flow-error.ts';
import { describe, expect, test } from '../../../jest.ts';
import { callbackFlow, domainCheck, flowWith, problemsOf, template } from './graphs.ts';

describe('the shape of a flow', () => {
  test.each<[string, unknown, Omit<FlowProblem, 'code'>[]]>([
    [
      'no object',
      undefined,
      [{ node: null, pointer: '', message: 'the flow is missing; it must be an object' }],
    ],
    [
      'a list',
      [],
      [{ node: null, pointer: '', message: 'the flow must be an object, found an array' }],
    ],
    [
      'an object without its lists',
      {},
      [
        {
          node: null,
          pointer: '/nodes',
          message: 'the flow: nodes is missing; it must be an array',
        },
        {
          node: null,
          pointer: '/edges',
          message: 'the flow: edges is missing; it must be an array',
        },
      ],
    ],
    [
      'a field that a flow does not have',
      { nodes: [template], edges: [], 'a/b~c': 1 },
      [
        {
          node: null,
          pointer: '/a~1b~0c',
          message: 'the flow has no field "a/b~c"; its fields are nodes, edges',
        },
      ],
    ],
    [
      'a node that is no object',
      { nodes: [template, 5], edges: [] },
      [{ node: null, pointer: '/nodes/1', message: 'nodes[1] must be an object, found a number' }],
    ],
    [
      'edges that are none',
      { nodes: [template], edges: [null, { from: 1, to: 'mail', weight: 2 }] },
      [
        { node: null, pointer: '/edges/0', message: 'edges[0] must be an object, found null' },
        {
          node: null,
          pointer: '/edges/1/from',
          message: 'edges[1]: from must be a string, found a number',
        },
        {
          node: null,
          pointer: '/edges/1/weight',
          message: 'edges[1] has no field "weight"; its fields are from, to',
        },
      ],
    ],
    [
      'nodes without a usable id',
      {
        nodes: [{ type: 'template' }, { ...template, id: '' }, { ...template, id: 'i'.repeat(65) }],
        edges: [],
      },
      [
        {
          node: null,
          pointer: '/nodes/0/id',
          message: 'nodes[0]: id is missing; it must be a string',
        },
        { node: null, pointer: '/nodes/1/id', message: 'nodes[1]: id must not be empty' },
        {
          node: 'i'.repeat(65),
          pointer: '/nodes/2/id',
          message: `node "${'i'.repeat(65)}": id must not have more than 64 characters`,
        },
      ],
    ],
  ])('a flow of the wrong shape is refused: %s', async (_, graph, expected) => {
    const problems = await problemsOf(graph);

    expect(problems).toEqual(expected.map((problem) => ({ code: 'wrong-shape', ...problem })));
  });

  test('a flow may have 100 nodes, but not 101', async () => {
    const graphOf = (count: number) => {
      const ids = Array.from({ length: count - 2 }, (_, index) => `check${index}`);
      const checks = ids.map((id) => domainCheck(id));
      return callbackFlow(
        checks,
        ids.map((from) => ({ from, to: 'back' })),
      );
    };

    const [hundred, more] = [await problemsOf(graphOf(100)), await problemsOf(graphOf(101))];

    expect(hundred).toEqual([]);
    expect(more).toEqual([
      {
        code: 'wrong-shape',
        node: null,
        pointer: '/nodes',
        message: 'the flow: nodes must not have more than 100 items',
      },
    ]);
  });
});

describe('the fields of a node', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 33; level++) deep = [deep];

  test.each<[string, unknown, string, string]>([
    [
      'an unknown type',
      { nodes: [template, { id: 'x', type: 'tempalte' }], edges: [] },
      '/nodes/1/type',
      'node "x": type must be one of "template", "variables", "verification", "provider", "callback", found "tempalte"',
    ],
    [
      'a missing kind',
      flowWith.verification({}),
      '/nodes/1/kind',
      'node "check": kind is missing; it must be one of "email_domain", "required_fields", "regex"',
    ],
    [
      'a typo in an optional field',
      flowWith.provider({ replyto: 'a@b.example' }),
      '/nodes/1/replyto',
      'node "send" has no field "replyto" (did you mean "replyTo"?); its fields are id, name, label, position, type, provider, from, replyTo, unsubscribe',
    ],
    [
      'another provider',
      flowWith.provider({ provider: 'smtp' }),
      '/nodes/1/provider',
      'node "send": provider must be "ses", found "smtp"',
    ],
    [
      'a missing sender',
      flowWith.provider({ from: undefined }),
      '/nodes/1/from',
      'node "send": from is missing; it must be a string',
    ],
    [
      'an empty sender',
      flowWith.provider({ from: '' }),
      '/nodes/1/from',
      'node "send": from must not be empty',
    ],
    [
      'a position without a number',
      flowWith.provider({ position: { x: 1, y: '2' } }),
      '/nodes/1/position/y',
      'node "send": position.y must be a number, found "2"',
    ],
    [
      'required fields that name none',
      flowWith.verification({ kind: 'required_fields', fields: [] }),
      '/nodes/1/fields',
      'node "check": fields must not be empty',
    ],
    [
      'a required field that is no delivery field',
      flowWith.verification({ kind: 'required_fields', fields: ['name', '_replyto'] }),
      '/nodes/1/fields/1',
      'node "check": fields[1] begins with _ but is not a delivery field; the delivery fields are _to, _subject, _replyTo, _cc, _bcc',
    ],
    [
      'a pattern over the files of a mail',
      flowWith.verification({ kind: 'regex', field: '_attachments', pattern: 'a' }),
      '/nodes/1/field',
      'node "check": field begins with _ but is not a delivery field; the delivery fields are _to, _subject, _replyTo, _cc, _bcc',
    ],
    [
      'a field of a pattern with an empty part',
      flowWith.verification({ kind: 'regex', field: 'customer..name', pattern: 'a' }),
      '/nodes/1/field',
      'node "check": field must have a name on both sides of each dot',
    ],
    [
      'a pattern over its limit',
      flowWith.verification({ kind: 'regex', field: 'name', pattern: 'a'.repeat(257) }),
      '/nodes/1/pattern',
      'node "check": pattern must not have more than 256 characters',
    ],
    [
      'an empty message',
      flowWith.verification({ kind: 'regex', field: 'name', pattern: 'a', message: '' }),
      '/nodes/1/message',
      'node "check": message must not be empty',
    ],
    [
      'variables that are no list',
      flowWith.variables({ name: 'a' }),
      '/nodes/0/variables',
      'node "inputs": variables must be an array, found an object',
    ],
    [
      'a variable without a name',
      flowWith.variables([{ name: '' }]),
      '/nodes/0/variables/0/name',
      'node "inputs": variables[0].name must not be empty',
    ],
    [
      'a variable with a reserved name',
      flowWith.variables([{ name: '_to' }]),
      '/nodes/0/variables/0/name',
      'node "inputs": variables[0].name must not begin with _, which is reserved for delivery fields',
    ],
    [
      'a variable with white space around its name',
      flowWith.variables([{ name: 'name ' }]),
      '/nodes/0/variables/0/name',
      'node "inputs": variables[0].name must not begin or end with white space',
    ],
    [
      'a default that is nested too deep',
      flowWith.variables([{ name: 'name', default: deep }]),
      '/nodes/0/variables/0/default',
      'node "inputs": variables[0].default must be a JSON value nested no deeper than 32 levels',
    ],
    [
      'a default that is no plain object',
      flowWith.variables([{ name: 'name', default: [new Date(0)] }]),
      '/nodes/0/variables/0/default',
      'node "inputs": variables[0].default must be a JSON value nested no deeper than 32 levels',
    ],
  ])('a node with %s is refused, naming the node', async (_, graph, pointer, message) => {
    const problems = await problemsOf(graph);

    expect(problems.map((problem) => [problem.pointer, problem.message])).toEqual([
      [pointer, message],
    ]);
    expect(message).toContain(`node "${problems[0]?.node}"`);
  });

  test('a pattern of exactly its limit is accepted', async () => {
    const graph = flowWith.verification({
      kind: 'regex',
      field: 'name',
      pattern: 'a'.repeat(256),
    });

    const problems = await problemsOf(graph);

    expect(problems).toEqual([]);
  });
});
