import '@xyflow/react/dist/style.css';
import './canvas.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  BackgroundVariant,
  type Connection,
  Controls,
  type EdgeChange,
  type FinalConnectionState,
  MarkerType,
  ReactFlow,
} from '@xyflow/react';
import { type KeyboardEvent, useId } from 'react';
import { whyNotConnect } from '../model/connect-rules.ts';
import { isSameEdge } from '../model/flow.ts';
import { connect } from '../model/flow-changes.ts';
import { type FlowContext, useFlow } from '../use-flow.ts';
import { canvasKeys } from './canvas-keys.ts';
import { fittingWhole, KeepInView } from './keep-in-view.tsx';
import { type StepEdge, StepEdgeView, StepNodeView } from './step-node.tsx';
import { useDrawnNodes } from './use-drawn-nodes.ts';

const nodeTypes = { step: StepNodeView };
const edgeTypes = { step: StepEdgeView };

/** What a screen reader says on the canvas. */
const ariaLabels = {
  'node.a11yDescription.default':
    'Enter opens the settings, C connects the node, the arrow keys move it once it is selected, Delete removes it.',
  'node.a11yDescription.keyboardDisabled': 'Enter selects the node.',
  'node.a11yDescription.ariaLiveMessage': ({ direction }: { direction: string }) =>
    `Node moved ${direction}`,
  'edge.a11yDescription.default': 'Enter selects the connection, Delete removes it.',
  'controls.ariaLabel': 'View of the canvas',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Show the whole flow',
  'handle.ariaLabel': 'End of a connection',
};

/** The flow as a diagram that the author edits. `onOpen`: the author clicked a node. */
export default function Canvas({ onOpen }: { onOpen: () => void }) {
  const editor = useFlow();
  const { flow, titles, selection, select } = editor;
  const { nodes, onNodesChange } = useDrawnNodes();
  const scheme = useComputedColorScheme('light');
  const flowId = useId();

  const edges = flow.edges.map((edge): StepEdge => {
    const { from, to } = edge;
    return {
      id: JSON.stringify([from, to]),
      type: 'step',
      source: from,
      target: to,
      markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 },
      selected: selection !== null && 'edge' in selection && isSameEdge(selection.edge, edge),
      ariaLabel: `From ${titles.get(from)} to ${titles.get(to)}`,
      data: { edge },
    };
  });

  const onEdgesChange = (changes: EdgeChange<StepEdge>[]) => {
    for (const change of changes) {
      const edge = edges.find(({ id }) => 'id' in change && id === change.id)?.data?.edge;
      if (change.type === 'select' && change.selected && edge) select({ edge });
    }
  };

  return (
    <div
      className="flow-canvas"
      onKeyDownCapture={(event: KeyboardEvent) => canvasKeys(event, editor)}
    >
      <ReactFlow
        id={flowId}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeClick={onOpen}
        onPaneClick={() => select(null)}
        {...connections(editor)}
        colorMode={scheme}
        ariaLabelConfig={ariaLabels}
        aria-label="Flow"
        deleteKeyCode={null}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        connectionRadius={32}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        minZoom={0.3}
        maxZoom={1.5}
      >
        <KeepInView />
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <Controls showInteractive={false} fitViewOptions={fittingWhole} />
      </ReactFlow>
    </div>
  );
}

/** The author connects two nodes from handle to handle, or drops a connection onto the body of a node. */
function connections({ flow, apply }: FlowContext) {
  const onConnect = ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
    apply(connect(flow, { from: source, to: target }));

  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    // For a valid connection the canvas has already called `onConnect`.
    if (state.isValid === true || !state.fromHandle) return;
    const { nodeId: begun, type } = state.fromHandle;
    const met = state.toNode?.id ?? nodeUnder(event);
    if (met === null || met === begun) return;
    apply(connect(flow, type === 'source' ? { from: begun, to: met } : { from: met, to: begun }));
  };

  const isValidConnection = ({ source, target }: { source: string; target: string }) =>
    whyNotConnect(flow, { from: source, to: target }) === null;

  return { onConnect, onConnectEnd, onClickConnectEnd: onConnectEnd, isValidConnection };
}

function nodeUnder(event: MouseEvent | TouchEvent): string | null {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  if (!at) return null;
  const found = document.elementFromPoint(at.clientX, at.clientY);
  return found?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null;
}
