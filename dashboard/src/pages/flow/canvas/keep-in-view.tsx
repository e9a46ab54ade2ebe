import { useReducedMotion } from '@mantine/hooks';
import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Flow } from '../model/flow.ts';
import { useFlow } from '../use-flow.ts';

/** Options that fit the flow into the view, but never below a readable size. */
export const fitting = { padding: 0.12, maxZoom: 1, minZoom: 0.6 };

/** Options of the button “Show the whole flow”. */
export const fittingWhole = { ...fitting, minZoom: 0.3 };

/**
 * Keeps the middle of the canvas in the middle when its width changes. Fits the flow into the view when the
 * layout changes: after a node is added or deleted, or an edge in a flow whose author has moved no node.
 */
export function KeepInView() {
  const { flow } = useFlow();
  const { fitView, getViewport, setViewport } = useReactFlow();
  const isQuiet = useReducedMotion();
  const width = useStore((state) => state.width);
  const shape = shapeOf(flow);
  const before = useRef({ width, shape });

  useEffect(() => {
    const moved = (width - before.current.width) / 2;
    if (before.current.width > 0 && moved !== 0) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + moved, y, zoom });
    }
    if (shape !== before.current.shape) void fitView({ ...fitting, duration: isQuiet ? 0 : 200 });
    before.current = { width, shape };
  }, [width, shape, isQuiet, fitView, getViewport, setViewport]);

  return null;
}

/** Everything that the positions of the nodes depend on. */
function shapeOf({ nodes, edges }: Flow): string {
  const isArranged = nodes.some(({ position }) => position);
  return JSON.stringify([nodes.map(({ id }) => id), isArranged ? [] : edges]);
}
