import { useReducedMotion } from '@mantine/hooks';
import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useFlowEditor } from '../use-flow-editor.ts';

/** How the whole flow is brought into view. */
export const fitting = { padding: 0.12, maxZoom: 1, minZoom: 0.4 };

/**
 * Keeps the middle of the canvas in its middle when it becomes wider or narrower, and shows the
 * whole flow when a node was added, for the layout may have moved everything.
 */
export function KeepInView() {
  const { draft } = useFlowEditor();
  const { fitView, getViewport, setViewport } = useReactFlow();
  const isQuiet = useReducedMotion();
  const width = useStore((state) => state.width);
  const count = draft?.nodes.length ?? 0;
  const before = useRef({ width, count });

  useEffect(() => {
    const moved = (width - before.current.width) / 2;
    if (before.current.width > 0 && moved !== 0) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + moved, y, zoom });
    }
    if (count > before.current.count) void fitView({ ...fitting, duration: isQuiet ? 0 : 200 });
    before.current = { width, count };
  }, [width, count, isQuiet, fitView, getViewport, setViewport]);

  return null;
}
