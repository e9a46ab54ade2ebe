import type { Connection, FinalConnectionState } from '@xyflow/react';
import { whyNotConnect } from '../model/connect-rules.ts';
import type { FlowEdge } from '../model/flow-graph.ts';
import type { FlowEditor } from '../use-flow-editor.ts';

/** Connecting on the canvas: from handle to handle, or onto the body of a node. */
export function canvasConnections({ draft, connect }: FlowEditor) {
  const connected = ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
    connect({ from: source, to: target });

  const ended = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    // What is valid has been connected already.
    if (state.isValid === true || !state.fromHandle) return;
    const begun = state.fromHandle.nodeId;
    const met = state.toNode?.id ?? nodeUnder(event);
    if (met === null || met === begun) return;
    connect(
      state.fromHandle.type === 'source' ? { from: begun, to: met } : { from: met, to: begun },
    );
  };

  const isValid = ({ source, target }: { source: string; target: string }) =>
    draft !== null &&
    whyNotConnect(draft, { from: source, to: target } satisfies FlowEdge) === null;

  return {
    onConnect: connected,
    onConnectEnd: ended,
    onClickConnectEnd: ended,
    isValidConnection: isValid,
  };
}

function nodeUnder(event: MouseEvent | TouchEvent): string | null {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  if (!at) return null;
  const found = document.elementFromPoint(at.clientX, at.clientY);
  return found?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null;
}
