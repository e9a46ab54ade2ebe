import { useReducedMotion } from '@mantine/hooks';
import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Draft } from '../model/flow-draft.ts';
import { useFlowEditor } from '../use-flow-editor.ts';

/** How the flow is brought into view: as much of it as can still be read. */
export const fitting = { padding: 0.12, maxZoom: 1, minZoom: 0.6 };

/** All of it, for who asks for it. */
export const fittingWhole = { ...fitting, minZoom: 0.3 };

/**
 * Keeps the middle of the canvas in its middle when it becomes wider or narrower, and shows the
 * whole flow when the layout has moved it: nodes came or went, or edges where nobody has arranged it.
 */
export function KeepInView() {
  const { draft } = useFlowEditor();
  const { fitView, getViewport, setViewport } = useReactFlow();
  const isQuiet = useReducedMotion();
  const width = useStore((state) => state.width);
  const shape = draft ? shapeOf(draft) : '';
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

/** What the places of the nodes follow from. */
function shapeOf({ nodes, edges }: Draft): string {
  const isArranged = nodes.some(({ position }) => position);
  return JSON.stringify([nodes.map(({ id }) => id), isArranged ? [] : edges]);
}
