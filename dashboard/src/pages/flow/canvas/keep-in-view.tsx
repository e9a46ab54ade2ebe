import { useReducedMotion } from '@mantine/hooks';
import { useNodesInitialized, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Flow } from '../model/flow.ts';
import { useFlow } from '../use-flow.ts';

/** Options of the button “Show the whole flow”, the only one that makes the text smaller. */
export const fittingWhole = { padding: 0.12, maxZoom: 1, minZoom: 0.3 };

/**
 * Shows the flow in its real size, in which no text is below 12 px: in the middle, or from its beginning if it is
 * larger than the canvas. Does so again when the layout changes: after a node is added or deleted, or an edge in a
 * flow whose author has moved no node. Keeps the middle in the middle when the width of the canvas changes.
 */
export function KeepInView() {
  const { flow, selected } = useFlow();
  const { getNode, getNodes, getNodesBounds, getViewport, setViewport } = useReactFlow();
  const isQuiet = useReducedMotion();
  const isDrawn = useNodesInitialized();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const shape = shapeOf(flow);
  const shown = useRef({ width: 0, shape: '' });

  useEffect(() => {
    const before = shown.current;
    if (!isDrawn || width === 0) return;
    shown.current = { width, shape };
    if (shape !== before.shape) {
      const all = getNodesBounds(getNodes());
      const [node] = selected ? [getNode(selected.id)] : [];
      const one = node ? getNodesBounds([node]) : all;
      const x = placeOf(width, { from: all.x, length: all.width }, one.x + one.width / 2);
      const y = placeOf(height, { from: all.y, length: all.height }, one.y + one.height / 2);
      const isFirst = before.shape === '';
      void setViewport({ x, y, zoom: 1 }, { duration: isQuiet || isFirst ? 0 : 200 });
    } else if (width !== before.width) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + (width - before.width) / 2, y, zoom });
    }
  });

  return null;
}

/** The space around the flow, in pixels. */
const margin = 32;

/** Where the canvas begins in one direction: the whole in the middle, or else as near to `wanted` as it may be. */
function placeOf(room: number, { from, length }: { from: number; length: number }, wanted: number) {
  if (length + 2 * margin <= room) return (room - length) / 2 - from;
  const [atStart, atEnd] = [margin - from, room - margin - from - length];
  const isWhole = wanted === from + length / 2;
  return isWhole ? atStart : Math.min(atStart, Math.max(atEnd, room / 2 - wanted));
}

/** Everything that the positions of the nodes depend on. */
function shapeOf({ nodes, edges }: Flow): string {
  const isArranged = nodes.some(({ position }) => position);
  return JSON.stringify([nodes.map(({ id }) => id), isArranged ? [] : edges]);
}
