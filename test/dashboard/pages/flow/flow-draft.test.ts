import { describe, expect, test } from '@jest/globals';
import {
  draftOf,
  flowOf,
  withChanged,
  withNodeOnEdge,
  withoutEdge,
  withoutNode,
  withoutPositions,
  withPositions,
} from '../../../../dashboard/src/pages/flow/model/flow-draft.ts';
import { storedFlow } from '../../../../dashboard/src/pages/flow/model/flow-graph.ts';
import { back, check, draft, edgeTexts, mail, send } from './drafts.ts';

describe('a draft of a stored flow', () => {
  const stored = storedFlow.parse({
    nodes: [
      {
        id: 'inputs',
        type: 'variables',
        position: { x: 3, y: 4 },
        variables: [
          { name: 'plain' },
          { name: 'text', default: '7' },
          { name: 'number', default: 7 },
          { name: 'list', default: [{ a: null }] },
          { name: 'nothing', default: null },
        ],
      },
      { id: 'mail', type: 'template', name: 'The mail', label: null },
      {
        id: 'code',
        type: 'verification',
        kind: 'regex',
        field: 'code',
        pattern: '^[A-Z]+$',
        message: null,
      },
    ],
    edges: [
      { from: 'inputs', to: 'code' },
      { from: 'code', to: 'mail' },
    ],
  });

  test('stands for the very same flow', () => {
    const { flow, unfinished } = flowOf(draftOf(stored));

    expect(flow).toEqual(stored);
    expect(unfinished).toEqual([]);
  });

  test('keeps a default that is no JSON yet, and says where it stands', () => {
    const name = 'list';
    const unready = { as: 'json', text: '[1,' } as const;
    const inputs = {
      id: 'in',
      type: 'variables',
      variables: [{ name, default: unready }],
    } as const;

    const { flow, unfinished } = flowOf(draft([mail, inputs]));

    expect(flow.nodes[1]).toEqual({ id: 'in', type: 'variables', variables: [{ name }] });
    expect(unfinished).toEqual([
      { pointer: '/nodes/1/variables/0/default', detail: 'The default of list is no JSON' },
    ]);
  });

  test('is not made of a flow with a field that this page would lose', () => {
    const newer = { nodes: [{ id: 'mail', type: 'template', colour: 'red' }], edges: [] };

    expect(storedFlow.safeParse(newer).success).toBe(false);
  });
});

describe('a change of a draft', () => {
  test('puts a node between the two ends of an edge', () => {
    const flow = draft([mail, send], 'mail>send');

    const changed = withNodeOnEdge(flow, check('domain'), { from: 'mail', to: 'send' });

    expect(changed.nodes).toEqual([mail, send, check('domain')]);
    expect(edgeTexts(changed)).toEqual(['domain>send', 'mail>domain']);
  });

  test('joins what a deleted node stood between, once', () => {
    const nodes = [check('a'), check('b'), mail, send];
    const flow = draft(nodes, 'a>b', 'a>mail', 'b>mail', 'mail>send');

    expect(edgeTexts(withoutNode(flow, 'b'))).toEqual(['a>mail', 'mail>send']);
    expect(edgeTexts(withoutNode(flow, 'send'))).toEqual(['a>b', 'a>mail', 'b>mail']);
    expect(withoutNode(flow, 'mail').nodes).toEqual([check('a'), check('b'), send]);
  });

  test('removes one edge', () => {
    const flow = draft([check('a'), mail, back], 'a>mail', 'mail>back');

    const changed = withoutEdge(flow, { from: 'a', to: 'mail' });

    expect(edgeTexts(changed)).toEqual(['mail>back']);
  });

  test('replaces the node with the same id', () => {
    const other = { ...send, from: 'other@acme.example' } as const;

    expect(withChanged(draft([mail, send]), other).nodes).toEqual([mail, other]);
  });

  test('stores places, and forgets them without a trace', () => {
    const flow = draft([mail, send]);

    const placed = withPositions(flow, new Map([['mail', { x: 1, y: 2 }]]));

    expect(placed.nodes).toEqual([{ ...mail, position: { x: 1, y: 2 } }, send]);
    expect(withoutPositions(placed).nodes).toStrictEqual([mail, send]);
  });
});
