import { describe, expect, test } from '@jest/globals';
import {
  earlier,
  later,
  verificationsOf,
} from '../../../../dashboard/src/pages/flow/model/move-rules.ts';
import { inOrder } from '../../../../shared/engine/flow/paths.ts';
import { check, edgeTexts, flowOf, inputs, mail, send } from './flows.ts';

const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);

describe('moving a verification', () => {
  test('changes the list of nodes if no edge orders the two', () => {
    const flow = flowOf([check('a'), check('b'), mail], 'a>mail', 'b>mail');

    const moved = earlier(flow, 'b');

    expect(moved).toEqual(flowOf([check('b'), check('a'), mail], 'a>mail', 'b>mail'));
  });

  test('moves the nodes that must come before it as well', () => {
    const nodes = [check('a'), inputs(), check('b'), mail];
    const flow = flowOf(nodes, 'a>mail', 'inputs>b', 'b>mail');

    const moved = earlier(flow, 'b');

    expect('nodes' in moved && ids(inOrder(moved.nodes, moved.edges))).toEqual([
      'inputs',
      'b',
      'a',
      'mail',
    ]);
  });

  test('swaps two neighbours in a chain', () => {
    const nodes = [inputs(), check('a'), check('b'), mail, send];
    const flow = flowOf(nodes, 'inputs>a', 'a>b', 'b>mail', 'mail>send');

    const moved = later(flow, 'a');

    expect('nodes' in moved && edgeTexts(moved)).toEqual([
      'a>mail',
      'b>a',
      'inputs>b',
      'mail>send',
    ]);
    expect('nodes' in moved && verificationsOf(moved)).toEqual(['b', 'a']);
  });

  test('is refused if other edges order the two as well', () => {
    const flow = flowOf([check('a'), check('b'), mail], 'a>b', 'a>mail', 'b>mail');

    expect(earlier(flow, 'b')).toEqual({
      refused: 'More than one connection orders these two: connect them again instead.',
    });
  });

  test('is refused at both ends', () => {
    const flow = flowOf([check('a'), check('b'), mail], 'a>mail', 'b>mail');

    expect(earlier(flow, 'a')).toEqual({ refused: 'It is already the first verification.' });
    expect(later(flow, 'b')).toEqual({ refused: 'It is already the last verification.' });
  });
});
