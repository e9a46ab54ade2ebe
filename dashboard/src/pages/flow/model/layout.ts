import type { FlowEdge } from '../../../../../shared/engine/flow/graph.ts';
import type { Flow, Point } from './flow.ts';

/** A node as it is drawn, in pixels of the canvas. */
export const nodeSize = { width: 296, height: 64 } as const;

const step = { x: nodeSize.width + 40, y: nodeSize.height + 64 } as const;

/**
 * The positions of all nodes. If the author has moved none, the nodes are in layers from top to bottom, each
 * below all nodes that lead to it. Otherwise the nodes are where the author put them, and a node without a
 * position is below the nodes that lead to it.
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
  const ids = nodes.map(({ id }) => id);
  const depths = deepened(new Map(ids.map((id) => [id, 0])), edges);
  const pulled = new Map(
    [...depths].map(([id, depth]) => {
      const hasSource = edges.some(({ to }) => to === id);
      const below = edges.filter(({ from }) => from === id).map(({ to }) => depths.get(to) ?? 0);
      return [id, hasSource || below.length === 0 ? depth : Math.min(...below) - 1];
    }),
  );
  const layers: string[][] = [];
  for (const id of ids) {
    const depth = Math.max(0, pulled.get(id) ?? 0);
    layers[depth] = [...(layers[depth] ?? []), id];
  }
  return Array.from(layers, (layer) => layer ?? []);
}

/** Moves each node below its sources. In a cycle this stops after as many rounds as there are nodes. */
function deepened(depths: Map<string, number>, edges: readonly FlowEdge[]): Map<string, number> {
  for (let round = 0; round < depths.size; round += 1) {
    let isSettled = true;
    for (const { from, to } of edges) {
      const depth = (depths.get(from) ?? 0) + 1;
      if (!depths.has(to) || from === to || depth <= (depths.get(to) ?? 0)) continue;
      depths.set(to, depth);
      isSettled = false;
    }
    if (isSettled) break;
  }
  return depths;
}

function besideOthers({ nodes, edges }: Flow): Map<string, Point> {
  const positions = new Map<string, Point>();
  for (const { id, position } of nodes) if (position) positions.set(id, position);
  for (const { id } of nodes) {
    if (positions.has(id)) continue;
    const sources = sourcesOf(id, edges).flatMap((source) => positions.get(source) ?? []);
    const beside = sources.length > 0 ? sources : [...positions.values()];
    const x = sources.length > 0 ? mean(sources.map((point) => point.x)) : (beside[0]?.x ?? 0);
    const y = Math.max(...beside.map((point) => point.y)) + step.y;
    positions.set(id, freePlace({ x, y }, [...positions.values()]));
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
