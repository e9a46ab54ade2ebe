import type { KeyboardEvent } from 'react';
import { deleteNode, disconnect } from '../model/flow-changes.ts';
import type { FlowContext } from '../use-flow.ts';

/**
 * Keys on a node or an edge: Enter opens a node's form, C goes to its "Connect to", Escape deselects a node,
 * Delete and Backspace remove it. The canvas itself handles the other keys, such as the arrows.
 */
export function canvasKeys(event: KeyboardEvent, editor: FlowContext): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  const node = idOf(event.target, 'react-flow__node');
  const edge = idOf(event.target, 'react-flow__edge');
  const isHandled =
    (node !== undefined && handleNode(event, node, editor)) ||
    (edge !== undefined && handleEdge(event, edge, editor));
  if (!isHandled) return;
  event.preventDefault();
  event.stopPropagation();
}

const isDelete = (key: string) => key === 'Delete' || key === 'Backspace';

function handleNode({ key }: KeyboardEvent, id: string, editor: FlowContext): boolean {
  const { flow, apply, select, focus } = editor;
  const isOpen = key === 'Enter' || key === 'c' || key === 'C';
  if (isDelete(key)) apply(deleteNode(flow, id));
  else if (key === 'Escape') select(null);
  else if (isOpen) {
    select({ node: id });
    focus({ on: key === 'Enter' ? 'form' : 'connect', id });
  }
  return isDelete(key) || key === 'Escape' || isOpen;
}

function handleEdge({ key }: KeyboardEvent, id: string, { flow, apply }: FlowContext): boolean {
  const edge = flow.edges.find(({ from, to }) => JSON.stringify([from, to]) === id);
  if (!edge || !isDelete(key)) return false;
  apply({ ...disconnect(flow, edge), focused: edge.from });
  return true;
}

/** Only if the element itself has the focus, not a button in it. */
function idOf(target: Element, className: string): string | undefined {
  const isOne = target.classList.contains(className);
  return isOne ? (target.getAttribute('data-id') ?? undefined) : undefined;
}
