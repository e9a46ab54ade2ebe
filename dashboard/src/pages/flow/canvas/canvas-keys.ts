import type { KeyboardEvent } from 'react';
import type { FlowEditor } from '../use-flow-editor.ts';

/**
 * Keys on a node or an edge: Enter opens a node's form, C goes to its "Connect to", Delete and
 * Backspace remove. The rest (arrows, Space, Escape) the canvas does itself.
 */
export function canvasKeys(event: KeyboardEvent, editor: FlowEditor): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  const node = idOf(event.target, 'react-flow__node');
  const edge = idOf(event.target, 'react-flow__edge');
  if (node !== undefined && handleNode(event, node, editor)) stop(event);
  else if (edge !== undefined && handleEdge(event, edge, editor)) stop(event);
}

function handleNode({ key }: KeyboardEvent, id: string, editor: FlowEditor): boolean {
  if (key === 'Delete' || key === 'Backspace') {
    editor.remove(id);
    return true;
  }
  if (key === 'Escape') {
    editor.select(null);
    return true;
  }
  if (key !== 'Enter' && key !== 'c' && key !== 'C') return false;
  editor.select({ node: id });
  editor.focus({ on: key === 'Enter' ? 'inspector' : 'connect', id });
  return true;
}

function handleEdge({ key }: KeyboardEvent, id: string, editor: FlowEditor): boolean {
  if (key !== 'Delete' && key !== 'Backspace') return false;
  const edge = editor.draft?.edges.find(({ from, to }) => JSON.stringify([from, to]) === id);
  if (!edge) return false;
  editor.disconnect(edge);
  editor.focus({ on: 'node', id: edge.from });
  return true;
}

/** Only where the element itself has the focus, not a button within. */
function idOf(target: Element, className: string): string | undefined {
  const isOne = target.classList.contains(className);
  return isOne ? (target.getAttribute('data-id') ?? undefined) : undefined;
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
