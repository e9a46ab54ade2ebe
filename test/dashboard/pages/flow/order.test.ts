import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { flowOf } from '../../../../dashboard/src/pages/flow/model/flow-draft.ts';
import {
  earlier,
  later,
  verificationsOf,
} from '../../../../dashboard/src/pages/flow/model/move-rules.ts';
import {
  inOrder,
  reachedFrom,
  wayBetween,
} from '../../../../dashboard/src/pages/flow/model/order.ts';
import { inOrder as runOrder } from '../../../../shared/engine/flow/paths.ts';
import { check, draft, edges, edgeTexts, inputs, mail, send } from './drafts.ts';

const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);

describe('the order of a flow', () => {
  test('is the order in which the service runs it', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const anEdge = fc
      .tuple(fc.nat(5), fc.nat(5))
      .filter(([one, other]) => one < other)
      .map(([one, other]) => `${names[one]}>${names[other]}`);
    const aList = fc.shuffledSubarray(names, { minLength: names.length });

    fc.assert(
      fc.property(aList, fc.array(anEdge), (list, texts) => {
        const flow = draft(list.map(check), ...texts);

        expect(ids(inOrder(flow))).toEqual(ids(runOrder(flowOf(flow).flow.nodes, [...flow.edges])));
      }),
    );
  });

  test('has every node, in a circle too', () => {
    const flow = draft([check('a'), check('b'), mail], 'a>b', 'b>a', 'gone>mail');

    expect(ids(inOrder(flow))).toEqual(['mail', 'a', 'b']);
  });

  test('knows what a node leads to, and by which way', () => {
    const all = edges('a>b', 'b>c', 'a>d', 'd>b');

    expect([...reachedFrom('d', all)]).toEqual(['d', 'b', 'c']);
    expect(wayBetween('a', 'c', all)).toEqual(['a', 'b', 'c']);
    expect(wayBetween('c', 'a', all)).toBeNull();
  });
});

describe('moving a verification', () => {
  test('changes the list where no edge orders the two', () => {
    const flow = draft([check('a'), check('b'), mail], 'a>mail', 'b>mail');

    const moved = earlier(flow, 'b');

    expect(moved).toEqual(draft([check('b'), check('a'), mail], 'a>mail', 'b>mail'));
  });

  test('takes what must come before along', () => {
    const nodes = [check('a'), inputs(), check('b'), mail];
    const flow = draft(nodes, 'a>mail', 'inputs>b', 'b>mail');

    const moved = earlier(flow, 'b');

    expect('nodes' in moved && ids(inOrder(moved))).toEqual(['inputs', 'b', 'a', 'mail']);
  });

  test('hangs two neighbours of a chain the other way round', () => {
    const nodes = [inputs(), check('a'), check('b'), mail, send];
    const flow = draft(nodes, 'inputs>a', 'a>b', 'b>mail', 'mail>send');

    const moved = later(flow, 'a');

    expect('nodes' in moved && edgeTexts(moved)).toEqual([
      'a>mail',
      'b>a',
      'inputs>b',
      'mail>send',
    ]);
    expect('nodes' in moved && verificationsOf(moved)).toEqual(['b', 'a']);
  });

  test('is refused where other edges have a part in the order', () => {
    const flow = draft([check('a'), check('b'), mail], 'a>b', 'a>mail', 'b>mail');

    expect(earlier(flow, 'b')).toEqual({
      refused: 'More than one connection orders these two: connect them anew instead.',
    });
  });

  test('ends at both ends', () => {
    const flow = draft([check('a'), check('b'), mail], 'a>mail', 'b>mail');

    expect(earlier(flow, 'a')).toEqual({ refused: 'It is the first verification already.' });
    expect(later(flow, 'b')).toEqual({ refused: 'It is the last verification already.' });
  });
});
