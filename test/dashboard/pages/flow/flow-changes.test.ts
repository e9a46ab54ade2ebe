import { noFlow, readFlow, storedFlow } from '../../../../dashboard/src/pages/flow/model/flow.ts';
import {
  addNode,
  beginFlow,
  changeNode,
  connect,
  deleteNode,
  type FlowChange,
  type FlowChanged,
  placeNodes,
  tidyUp,
} from '../../../../dashboard/src/pages/flow/model/flow-changes.ts';
import type { AddableKind } from '../../../../dashboard/src/pages/flow/model/node-words.ts';
import { structureProblems } from '../../../../shared/engine/flow/structure.ts';
import { expect, test } from '../../../jest.ts';
import { branch, check, edges, edgeTexts, flowOf, graphOf, mail, send } from './flows.ts';

const hints = { required: [], variables: [], from: 'hi@acme.example' };

/** The change that an action makes; the test fails if the action is refused. */
function made(change: FlowChange): FlowChanged {
  if ('refused' in change) throw new Error(change.refused);
  return change;
}

const stored = {
  nodes: [
    {
      ...{ id: 'inputs', type: 'variables', position: { x: 3, y: 4 } },
      variables: [{ name: 'plain' }, { name: 'list', default: [{ a: null }] }],
    },
    { id: 'mail', type: 'template', name: 'The mail', label: null },
    { id: 'code', type: 'verification', kind: 'regex', field: 'code', pattern: '^[A-Z]+$' },
  ],
  edges: edges('inputs>code', 'code>mail'),
};

test('a stored flow is read and saved without a change', () => {
  const flow = readFlow(stored);

  expect(flow).toBe(stored);
  expect(flow !== 'unknown' && storedFlow(flow)).toBe(stored);
});

const unknownNode = { id: 'x', type: 'verification', kind: 'other' };

test.each<[string, object]>([
  ['a save would lose one of its fields', { ...stored, nodes: [{ ...mail, colour: 'red' }] }],
  ['the page does not know one of its nodes', { ...stored, nodes: [unknownNode] }],
  ['one of its edges has one end', { ...stored, edges: [{ from: 'code' }] }],
  ['its edges are a circle', flowOf([check('a'), check('b'), mail], 'a>b', 'b>a')],
  ['one of its edges leads to no node', flowOf([mail], 'gone>mail')],
  ['two of its nodes have the same id', flowOf([check('a'), check('a'), mail])],
])('a flow is not edited on the page if %s', (_, flow) => {
  expect(readFlow(flow)).toBe('unknown');
});

test('a flow with wrong values, as in an unfinished draft, is edited on the page', () => {
  const unfinished = flowOf([mail, { ...send, from: '' } as typeof send], 'mail>send');

  expect(readFlow(unfinished)).toBe(unfinished);
});

test('a template without a flow has no nodes, and a flow without nodes is stored as null', () => {
  expect(readFlow(null)).toBe(noFlow);
  expect(storedFlow(noFlow)).toBeNull();
});

test('a new flow has the template and its output, whose form gets the focus', () => {
  expect(made(beginFlow('provider', hints))).toEqual({
    flow: flowOf([mail, send], 'mail>send'),
    said: 'Flow created: the template, then its output',
    selected: 'send',
    focused: 'send',
  });
});

test.each<[string, AddableKind, string | null, string[]]>([
  ['a verification before the template', 'regex', null, ['a>b', 'b>regex', 'regex>mail']],
  ['a verification before the selected one', 'regex', 'b', ['a>regex', 'b>mail', 'regex>b']],
  ['a verification, if the output is selected,', 'regex', 'send', ['a>b', 'b>regex', 'regex>mail']],
  ['variables before all others', 'variables', 'b', ['a>b', 'b>mail', 'variables>a']],
])('“Add a node” puts %s, so that the flow is never broken', (_, kind, selected, expected) => {
  const nodes = [check('a'), check('b'), mail, send];
  const flow = flowOf(nodes, 'a>b', 'b>mail', 'mail>send');

  const changed = made(addNode(flow, kind, hints, selected));

  expect(edgeTexts(changed.flow).filter((edge) => edge !== 'mail>send')).toEqual(expected);
  expect(structureProblems(graphOf(changed.flow))).toEqual([]);
});

test('“Add a node” puts a verification before the branches, and a branch after the verifications', () => {
  const flow = flowOf([check('a'), branch('b'), mail, send], ...['a>b', 'b>mail', 'mail>send']);

  expect(edgeTexts(made(addNode(flow, 'regex', hints, null)).flow)).toEqual([
    ...['a>regex', 'b>mail', 'mail>send', 'regex>b'],
  ]);
  expect(edgeTexts(made(addNode(flow, 'branch', hints, 'a')).flow)).toEqual([
    ...['a>b', 'b>branch', 'branch>mail', 'mail>send'],
  ]);
});

test('“Add a node” puts an output after the template, also where one was deleted', () => {
  const flow = flowOf([check('a'), mail, send], 'a>mail', 'mail>send');

  const { flow: without } = made(deleteNode(flow, 'send'));
  const changed = made(addNode(without, 'callback', hints, null));

  expect(edgeTexts(changed.flow)).toEqual(['a>mail', 'mail>callback']);
  expect(changed.said).toBe('Callback added after Template');
  expect(structureProblems(graphOf(changed.flow))).toEqual([]);
});

test('two nodes are connected', () => {
  const flow = flowOf([mail, send]);

  expect(edgeTexts(made(connect(flow, { from: 'mail', to: 'send' })).flow)).toEqual(['mail>send']);
});

test('the nodes before and after a deleted node are connected once, and the focus moves on', () => {
  const nodes = [check('a'), check('b'), mail, send];
  const flow = flowOf(nodes, 'a>b', 'a>mail', 'b>mail', 'mail>send');

  const without = made(deleteNode(flow, 'b'));

  expect(edgeTexts(without.flow)).toEqual(['a>mail', 'mail>send']);
  expect(without).toMatchObject({ selected: null, focused: 'mail' });
  expect(edgeTexts(made(deleteNode(flow, 'send')).flow)).toEqual(['a>b', 'a>mail', 'b>mail']);
  expect(deleteNode(flow, 'mail')).toEqual({
    refused: 'A flow needs its template: remove the whole flow instead.',
  });
});

test('a changed node replaces the node with its id, and the changed field is named', () => {
  const other = { ...send, from: 'other@acme.example' } as const;

  expect(changeNode(flowOf([mail, send]), other, 'from')).toEqual({
    flow: flowOf([mail, other]),
    field: 'send/from',
  });
});

test('positions of nodes are stored, and all removed', () => {
  const places = new Map([['mail', { x: 1, y: 2 }]]);
  const placed = made(placeNodes(flowOf([mail, send]), places, 'mail'));

  expect(placed.flow.nodes).toEqual([{ ...mail, position: { x: 1, y: 2 } }, send]);
  expect(made(tidyUp(placed.flow)).flow.nodes).toStrictEqual([mail, send]);
});
