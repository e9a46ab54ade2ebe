import { expect, test } from '../../../jest.ts';
import {
  callbackFlow,
  domainCheck,
  flowOf,
  flowWith,
  shownProblemsOf,
  template,
} from './graphs.ts';

const longId = 'i'.repeat(65);

test.each<[string, unknown, ...string[]]>([
  ['no object', undefined, ': the flow is missing; it must be an object'],
  ['a list', [], ': the flow must be an object, found an array'],
  [
    'an object without its lists',
    {},
    '/nodes: the flow: nodes is missing; it must be an array',
    '/edges: the flow: edges is missing; it must be an array',
  ],
  [
    'a field that a flow does not have',
    { nodes: [template], edges: [], 'a/b~c': 1 },
    '/a~1b~0c: the flow has no field "a/b~c"; its fields are nodes, edges',
  ],
  [
    'a node that is no object',
    { nodes: [template, 5], edges: [] },
    '/nodes/1: nodes[1] must be an object, found a number',
  ],
  [
    'edges that are none',
    { nodes: [template], edges: [null, { from: 1, to: 'mail', weight: 2 }] },
    '/edges/0: edges[0] must be an object, found null',
    '/edges/1/from: edges[1]: from must be a string, found a number',
    '/edges/1/weight: edges[1] has no field "weight"; its fields are from, to',
  ],
  [
    'nodes without a usable id',
    flowOf([{ type: 'template' }, { ...template, id: '' }, { ...template, id: longId }]),
    '/nodes/0/id: nodes[0]: id is missing; it must be a string',
    '/nodes/1/id: nodes[1]: id must not be empty',
    `/nodes/2/id: node "${longId}": id must not have more than 64 characters`,
  ],
  [
    'an unknown type',
    flowOf([template, { id: 'x', type: 'tempalte' }]),
    '/nodes/1/type: node "x": type must be one of "template", "variables", "verification", "branch", "provider", "callback", found "tempalte"',
  ],
  [
    'a typo in an optional field',
    flowWith.provider({ replyto: 'a@b.example' }),
    '/nodes/1/replyto: node "send" has no field "replyto"; its fields are id, name, label, position, type, provider, from, replyTo, unsubscribe',
  ],
])('a flow of the wrong shape is refused: %s', async (_, graph, ...problems) => {
  expect(await shownProblemsOf(graph)).toEqual(problems.map((each) => `wrong-shape, ${each}`));
});

const noDeliveryField =
  'begins with _ but is not a delivery field; the delivery fields are _to, _subject, _replyTo, _cc, _bcc';
const notJson = 'must be a JSON value nested no deeper than 32 levels';
const pattern = { kind: 'regex', field: 'name', pattern: 'a' };
let deep: unknown = 1;
for (let level = 0; level < 33; level++) deep = [deep];

test.each<[object, string, string]>([
  [{ provider: 'smtp' }, 'provider', 'provider must be "ses", found "smtp"'],
  [{ from: undefined }, 'from', 'from is missing; it must be a string'],
  [{ from: '' }, 'from', 'from must not be empty'],
  [{ position: { x: 1, y: '2' } }, 'position/y', 'position.y must be a number, found "2"'],
])('a provider node with %j is refused, naming the node', async (fields, pointer, complaint) => {
  expect(await shownProblemsOf(flowWith.provider(fields))).toEqual([
    `wrong-shape, /nodes/1/${pointer}: node "send": ${complaint}`,
  ]);
});

test.each<[object, string, string]>([
  [{}, 'kind', 'kind is missing; it must be one of "email_domain", "required_fields", "regex"'],
  [{ kind: 'required_fields', fields: [] }, 'fields', 'fields must not be empty'],
  [
    { kind: 'required_fields', fields: ['name', '_replyto'] },
    'fields/1',
    `fields[1] ${noDeliveryField}`,
  ],
  [{ ...pattern, field: '_attachments' }, 'field', `field ${noDeliveryField}`],
  [{ ...pattern, field: 'a..b' }, 'field', 'field must have a name on both sides of each dot'],
  [
    { ...pattern, pattern: 'a'.repeat(257) },
    'pattern',
    'pattern must not have more than 256 characters',
  ],
  [{ ...pattern, message: '' }, 'message', 'message must not be empty'],
])(
  'a verification node with %j is refused, naming the node',
  async (fields, pointer, complaint) => {
    expect(await shownProblemsOf(flowWith.verification(fields))).toEqual([
      `wrong-shape, /nodes/1/${pointer}: node "check": ${complaint}`,
    ]);
  },
);

test.each<[unknown, string, string]>([
  [{ name: 'a' }, '', ' must be an array, found an object'],
  [[{ name: '' }], '/0/name', '[0].name must not be empty'],
  [
    [{ name: '_to' }],
    '/0/name',
    '[0].name must not begin with _, which is reserved for delivery fields',
  ],
  [[{ name: 'name ' }], '/0/name', '[0].name must not begin or end with white space'],
  [[{ name: 'name', default: deep }], '/0/default', `[0].default ${notJson}`],
  [[{ name: 'name', default: [new Date(0)] }], '/0/default', `[0].default ${notJson}`],
])(
  'a variables node with %j is refused, naming the node',
  async (variables, pointer, complaint) => {
    expect(await shownProblemsOf(flowWith.variables(variables))).toEqual([
      `wrong-shape, /nodes/0/variables${pointer}: node "inputs": variables${complaint}`,
    ]);
  },
);

test('a pattern of exactly its limit is accepted', async () => {
  const graph = flowWith.verification({ ...pattern, pattern: 'a'.repeat(256) });

  expect(await shownProblemsOf(graph)).toEqual([]);
});

test('a flow may have 100 nodes, but not 101', async () => {
  const graphOf = (count: number) => {
    const ids = Array.from({ length: count - 2 }, (_, index) => `check${index}`);
    return callbackFlow(ids.map(domainCheck), ...ids.map((id) => `${id} → back`));
  };

  expect(await shownProblemsOf(graphOf(100))).toEqual([]);
  expect(await shownProblemsOf(graphOf(101))).toEqual([
    'wrong-shape, /nodes: the flow: nodes must not have more than 100 items',
  ]);
});
