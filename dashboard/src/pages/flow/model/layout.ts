import type { FlowEdge } from '../../../../../shared/engine/flow/graph.ts';
import { topologicalOrder } from '../../../../../shared/engine/flow/paths.ts';
import type { Flow, Point } from './flow.ts';

/** A node as it is drawn, in pixels of the canvas. */
export const nodeSize = { width: 296, height: 64 } as const;

const step = { x: nodeSize.width + 40, y: nodeSize.height + 48 } as const;

/**
 * The positions of all nodes. If the author has moved none, the nodes are in layers from top to bottom, each
 * below all nodes that lead to it. Otherwise the nodes are where the author put them, and a node without a
 * position is below the nodes that lead to it, or above those that it leads to.
 */
export function positionsOf(flow: Flow): Map<string, Point> {
  const isArranged = flow.nodes.some(({ position }) => position);
  return isArranged ? besideOthers(flow) : inLayers(flow);
}

function inLayers(flow: Flow): Map<string, Point> {
  const layers = layersOf(flow);
  const positions = new Map<string, Point>();
  layers.forEach((layer, depth) => {
    const ordered = sortedBy(layer, (id) => meanX(sourcesOf(id, flow.edges), positions));
    const left = (-(ordered.length - 1) * step.x) / 2;
    ordered.forEach((id, place) => {
      positions.set(id, { x: left + place * step.x, y: depth * step.y });
    });
  });
  return positions;
}

/** The ids by the length of the longest path to each; a node without sources is right above its targets. */
function layersOf({ nodes, edges }: Flow): string[][] {
  const depths = new Map<string, number>();
  for (const { id } of topologicalOrder(nodes, edges)) {
    const above = sourcesOf(id, edges).map((source) => depths.get(source) ?? 0);
    depths.set(id, Math.max(-1, ...above) + 1);
  }
  const layers: string[][] = [];
  for (const { id } of nodes) {
    const below = targetsOf(id, edges).map((target) => depths.get(target) ?? 0);
    const isPulled = depths.get(id) === 0 && below.length > 0;
    const depth = isPulled ? Math.min(...below) - 1 : (depths.get(id) ?? 0);
    layers[depth] = [...(layers[depth] ?? []), id];
  }
  return Array.from(layers, (layer) => layer ?? []);
}

function besideOthers({ nodes, edges }: Flow): Map<string, Point> {
  const positions = new Map<string, Point>();
  for (const { id, position } of nodes) if (position) positions.set(id, position);
  for (const { id } of nodes) {
    if (positions.has(id)) continue;
    const placed = (ids: string[]) => ids.flatMap((each) => positions.get(each) ?? []);
    const taken = [...positions.values()];
    const [sources, targets] = [placed(sourcesOf(id, edges)), placed(targetsOf(id, edges))];
    const beside = [sources, targets, taken].find(({ length }) => length > 0) ?? [];
    const heights = beside.map(({ y }) => y);
    const y = beside === targets ? Math.min(...heights) - step.y : Math.max(...heights) + step.y;
    const x = beside === taken ? (taken[0]?.x ?? 0) : mean(beside.map((point) => point.x));
    positions.set(id, freePlace({ x, y }, taken));
  }
  return positions;
}

/** The first place, at `wish` or to the right of it, that covers no node. */
function freePlace(wish: Point, taken: readonly Point[]): Point {
  const covers = (point: Point) =>
    taken.some(
      (each) =>
        Math.abs(each.x - point.x) < nodeSize.width + 16 &&
        Math.abs(each.y - point.y) < nodeSize.height + 16,
    );
  let place = wish;
  while (covers(place)) place = { ...place, x: place.x + step.x };
  return place;
}

function sourcesOf(id: string, edges: readonly FlowEdge[]): string[] {
  return edges.filter(({ to }) => to === id).map(({ from }) => from);
}

function targetsOf(id: string, edges: readonly FlowEdge[]): string[] {
  return edges.filter(({ from }) => from === id).map(({ to }) => to);
}

function meanX(ids: readonly string[], positions: ReadonlyMap<string, Point>): number {
  return mean(ids.flatMap((id) => positions.get(id)?.x ?? []));
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** Ids with the same key keep their order. */
function sortedBy(ids: readonly string[], key: (id: string) => number): string[] {
  return ids
    .map((id) => ({ id, at: key(id) }))
    .sort((one, other) => one.at - other.at)
    .map(({ id }) => id);
}
