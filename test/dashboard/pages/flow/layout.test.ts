import fc from 'fast-check';
import type { Point } from '../../../../dashboard/src/pages/flow/model/flow.ts';
import { nodeSize, positionsOf } from '../../../../dashboard/src/pages/flow/model/layout.ts';
import { expect, test } from '../../../jest.ts';
import { check, flowOf, mail, send } from './flows.ts';

const step = { x: nodeSize.width + 40, y: nodeSize.height + 48 };

test('the layout puts two targets of one node beside each other below it', () => {
  const flow = flowOf([check('a'), check('b'), check('c'), mail], 'a>b', 'a>c', 'b>mail', 'c>mail');

  expect(Object.fromEntries(positionsOf(flow))).toEqual({
    a: { x: 0, y: 0 },
    b: { x: -step.x / 2, y: step.y },
    c: { x: step.x / 2, y: step.y },
    mail: { x: 0, y: 2 * step.y },
  });
});

test('the layout of any flow covers no node, and its edges lead downwards', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const anEdge = fc
    .tuple(fc.nat(ids.length - 1), fc.nat(ids.length - 1))
    .filter(([one, other]) => one < other)
    .map(([one, other]) => `${ids[one]}>${ids[other]}`);

  fc.assert(
    fc.property(fc.array(anEdge), (texts) => {
      const flow = flowOf(ids.map(check), ...texts);
      const positions = positionsOf(flow);

      expect(covered([...positions.values()])).toBe(false);
      for (const { from, to } of flow.edges)
        expect(positions.get(from)?.y).toBeLessThan(positions.get(to)?.y ?? 0);
    }),
  );
});

const arranged = flowOf(
  [
    { ...mail, position: { x: 500, y: 10 } },
    { ...send, position: { x: 500, y: 300 } },
  ],
  'mail>send',
);

test('positions of the author stay', () => {
  expect(Object.fromEntries(positionsOf(arranged))).toEqual({
    mail: { x: 500, y: 10 },
    send: { x: 500, y: 300 },
  });
});

test('a new node in an arranged flow is beside a neighbour, at a free position', () => {
  const nodes = [...arranged.nodes, check('a'), check('b')];
  const grown = { nodes, edges: [...arranged.edges, { from: 'mail', to: 'a' }] };

  const positions = positionsOf(grown);

  expect(positions.get('a')).toEqual({ x: 500 + step.x, y: 10 });
  expect(covered([...positions.values()])).toBe(false);
});

function covered(points: Point[]): boolean {
  return points.some((one, index) =>
    points
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.x - other.x) < nodeSize.width && Math.abs(one.y - other.y) < nodeSize.height,
      ),
  );
}
