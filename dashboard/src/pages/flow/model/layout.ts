import { topologicalOrder } from '../../../../../shared/engine/flow/paths.ts';
import type { Flow, Point } from './flow.ts';

/** In pixels of the canvas. */
export const nodeSize = { width: 296, height: 64 } as const;

const step = { x: nodeSize.width + 40, y: nodeSize.height + 48 } as const;

/** The author's positions; a node without one is to the right of a neighbour. Without any, nodes are in layers. */
export function positionsOf(flow: Flow): Map<string, Point> {
  const isArranged = flow.nodes.some(({ position }) => position);
  return isArranged ? besideOthers(flow) : inLayers(flow);
}

function inLayers({ nodes, edges }: Flow): Map<string, Point> {
  const depths = new Map<string, number>();
  for (const { id } of topologicalOrder(nodes, edges)) {
    const above = edges.filter(({ to }) => to === id).map(({ from }) => depths.get(from) ?? 0);
    depths.set(id, Math.max(-1, ...above) + 1);
  }
  const positions = new Map<string, Point>();
  for (const depth of new Set(depths.values())) {
    const layer = nodes.filter(({ id }) => depths.get(id) === depth);
    const left = (-(layer.length - 1) * step.x) / 2;
    for (const [index, { id }] of layer.entries()) {
      positions.set(id, { x: left + index * step.x, y: depth * step.y });
    }
  }
  return positions;
}

function besideOthers({ nodes, edges }: Flow): Map<string, Point> {
  const positions = new Map<string, Point>();
  for (const { id, position } of nodes) if (position) positions.set(id, position);
  for (const { id } of nodes) {
    if (positions.has(id)) continue;
    const taken = [...positions.values()];
    const edge = edges.find(({ from, to }) => (to === id && positions.has(from)) || from === id);
    const neighbour = edge && positions.get(edge.to === id ? edge.from : edge.to);
    positions.set(id, freePlace(neighbour ?? taken[0] ?? { x: 0, y: 0 }, taken));
  }
  return positions;
}

/** Searches from `wish` to the right. */
function freePlace(wish: Point, taken: readonly Point[]): Point {
  const covers = ({ x, y }: Point) =>
    taken.some(
      (each) =>
        Math.abs(each.x - x) < nodeSize.width + 16 && Math.abs(each.y - y) < nodeSize.height + 16,
    );
  let place = wish;
  while (covers(place)) place = { ...place, x: place.x + step.x };
  return place;
}
