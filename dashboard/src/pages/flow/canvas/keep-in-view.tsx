import { useNodesInitialized, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Flow } from '../model/flow.ts';
import { useFlow } from '../use-flow.ts';

/** Options to show the whole flow, not larger than its real size. */
export const fittingWhole = { padding: 0.12, maxZoom: 1, minZoom: 0.3 };

/** Shows the whole flow when its layout changes, and keeps its middle when the width of the canvas changes. */
export function KeepInView() {
  const { flow } = useFlow();
  const { fitView, getViewport, setViewport } = useReactFlow();
  const isDrawn = useNodesInitialized();
  const width = useStore((state) => state.width);
  const shape = shapeOf(flow);
  const shown = useRef({ width: 0, shape: '' });

  useEffect(() => {
    const before = shown.current;
    if (!isDrawn || width === 0) return;
    shown.current = { width, shape };
    if (shape !== before.shape) void fitView(fittingWhole);
    else if (width !== before.width) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + (width - before.width) / 2, y, zoom });
    }
  });

  return null;
}

/** Everything that the positions of the nodes depend on. */
function shapeOf({ nodes, edges }: Flow): string {
  const isArranged = nodes.some(({ position }) => position);
  return JSON.stringify([nodes.map(({ id }) => id), isArranged ? [] : edges]);
}
