import { describe, expect, test } from '@jest/globals';
import {
  noFlow,
  readFlow,
  storedFlow,
  withText,
} from '../../../../dashboard/src/pages/flow/model/flow.ts';
import {
  beginFlow,
  changeNode,
  connect,
  deleteNode,
  disconnect,
  type FlowChange,
  type FlowChanged,
  insertNode,
  placeNodes,
  removeFlow,
  tidyUp,
} from '../../../../dashboard/src/pages/flow/model/flow-changes.ts';
import { back, check, edgeTexts, flowOf, mail, send } from './flows.ts';

const hints = { required: [], variables: [], from: 'hi@acme.example' };

/** The change that an action makes; the test fails if the action is refused. */
function made(change: FlowChange): FlowChanged {
  if ('refused' in change) throw new Error(change.refused);
  return change;
}

describe('a stored flow', () => {
  const stored = {
    nodes: [
      {
        id: 'inputs',
        type: 'variables',
        position: { x: 3, y: 4 },
        variables: [{ name: 'plain' }, { name: 'list', default: [{ a: null }] }],
      },
      { id: 'mail', type: 'template', name: 'The mail', label: null },
      {
        ...{ id: 'code', type: 'verification', kind: 'regex' },
        field: 'code',
        pattern: '^[A-Z]+$',
      },
    ],
    edges: [
      { from: 'inputs', to: 'code' },
      { from: 'code', to: 'mail' },
    ],
  };

  test('is read and saved without a change', () => {
    const flow = readFlow(stored);

    expect(flow).toBe(stored);
    expect(flow !== 'unknown' && storedFlow(flow)).toBe(stored);
  });

  test('is not edited here if a save would lose one of its fields', () => {
    expect(readFlow({ ...stored, nodes: [{ ...mail, colour: 'red' }] })).toBe('unknown');
    expect(readFlow({ ...stored, nodes: [{ id: 'x', type: 'verification', kind: 'other' }] })).toBe(
      'unknown',
    );
    expect(readFlow({ ...stored, edges: [{ from: 'code' }] })).toBe('unknown');
  });

  test('is edited here while its values are wrong, as in a draft that is not finished', () => {
    const unfinished = flowOf([mail, { ...send, from: '' } as typeof send], 'mail>send');

    expect(readFlow(unfinished)).toBe(unfinished);
  });

  test('of null has no nodes, and a flow without nodes is stored as null', () => {
    expect(readFlow(null)).toBe(noFlow);
    expect(storedFlow(noFlow)).toBeNull();
  });
});

describe('a change of a flow', () => {
  test('begins with the template and its output, whose form gets the focus', () => {
    expect(made(beginFlow('provider', hints))).toEqual({
      flow: flowOf([mail, send], 'mail>send'),
      said: 'Flow begun: the template, then its output',
      selected: 'send',
      focused: 'send',
    });
  });

  test('removes the flow', () => {
    expect(made(removeFlow())).toMatchObject({ flow: noFlow, selected: null });
  });

  test('inserts a node between the two ends of an edge', () => {
    const flow = flowOf([mail, send], 'mail>send');

    const changed = made(insertNode(flow, 'email_domain', { from: 'mail', to: 'send' }, hints));

    expect(changed.flow.nodes).toEqual([mail, send, check('email-domain')]);
    expect(edgeTexts(changed.flow)).toEqual(['email-domain>send', 'mail>email-domain']);
    expect(changed.said).toBe('E-mail domain added between Template and Provider (SES)');
  });

  test('connects two nodes, or is refused with the reason', () => {
    const flow = flowOf([mail, send]);

    expect(edgeTexts(made(connect(flow, { from: 'mail', to: 'send' })).flow)).toEqual([
      'mail>send',
    ]);
    expect(connect(flow, { from: 'send', to: 'mail' })).toEqual({
      refused: '“Provider (SES)” ends the flow: nothing can come after it.',
    });
  });

  test('connects the nodes before and after a deleted node once, and moves the focus on', () => {
    const nodes = [check('a'), check('b'), mail, send];
    const flow = flowOf(nodes, 'a>b', 'a>mail', 'b>mail', 'mail>send');

    const without = made(deleteNode(flow, 'b'));

    expect(edgeTexts(without.flow)).toEqual(['a>mail', 'mail>send']);
    expect(without).toMatchObject({ selected: null, focused: 'mail' });
    expect(edgeTexts(made(deleteNode(flow, 'send')).flow)).toEqual(['a>b', 'a>mail', 'b>mail']);
  });

  test('removes one edge', () => {
    const flow = flowOf([check('a'), mail, back], 'a>mail', 'mail>back');

    const changed = disconnect(flow, { from: 'a', to: 'mail' });

    expect(edgeTexts(changed.flow)).toEqual(['mail>back']);
  });

  test('replaces the node with the same id, and names the changed field', () => {
    const other = { ...send, from: 'other@acme.example' } as const;

    expect(changeNode(flowOf([mail, send]), other, 'from')).toEqual({
      flow: flowOf([mail, other]),
      field: 'send/from',
    });
  });

  test('removes an optional field whose text is emptied', () => {
    const named = withText(mail, 'name', 'The mail');

    expect(named).toEqual({ ...mail, name: 'The mail' });
    expect(withText(named, 'name', '')).toStrictEqual(mail);
  });

  test('stores positions, and removes all of them', () => {
    const placed = made(
      placeNodes(flowOf([mail, send]), new Map([['mail', { x: 1, y: 2 }]]), 'mail'),
    );

    expect(placed.flow.nodes).toEqual([{ ...mail, position: { x: 1, y: 2 } }, send]);
    expect(made(tidyUp(placed.flow)).flow.nodes).toStrictEqual([mail, send]);
  });
});
