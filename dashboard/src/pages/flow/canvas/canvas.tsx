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
  useNodesInitialized,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { FlowEdge } from '../../../../../shared/engine/flow/graph.ts';
import { whyNotConnect } from '../model/connect-rules.ts';
import type { Flow } from '../model/flow.ts';
import { connect, deleteNode, disconnect } from '../model/flow-changes.ts';
import { type FlowContext, useFlow } from '../use-flow.ts';
import { StepNodeView, useDrawnNodes } from './drawn-nodes.tsx';

const nodeTypes = { step: StepNodeView };

const fittingWhole = { padding: 0.12, maxZoom: 1, minZoom: 0.3 };

const ariaLabels = {
  'node.a11yDescription.default':
    'Enter opens the settings, C connects the node, the arrow keys move it once it is selected, Delete removes it.',
  'node.a11yDescription.ariaLiveMessage': ({ direction }: { direction: string }) =>
    `Node moved ${direction}`,
  'edge.a11yDescription.default': 'Enter selects the connection, Delete removes it.',
  'controls.ariaLabel': 'View of the canvas',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Show the whole flow',
  'handle.ariaLabel': 'End of a connection',
};

export default function Canvas({ onOpen }: { onOpen: () => void }) {
  const editor = useFlow();
  const { flow, titles, selectedEdge, select } = editor;
  const { nodes, onNodesChange } = useDrawnNodes();
  const scheme = useComputedColorScheme('light');
  const flowId = useId();

  const edges = flow.edges.map((edge) => {
    const { from, to } = edge;
    return {
      id: idOfEdge(edge),
      source: from,
      target: to,
      interactionWidth: 48,
      markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 },
      selected: edge === selectedEdge,
      ariaLabel: `From ${titles.get(from)} to ${titles.get(to)}`,
      data: { edge },
    };
  });

  const onEdgesChange = (changes: EdgeChange[]) => {
    for (const change of changes) {
      const edge = edges.find(({ id }) => 'id' in change && id === change.id)?.data.edge;
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
        connectionRadius={48}
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

function connections({ flow, apply }: FlowContext) {
  const onConnect = ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
    apply(connect(flow, { from: source, to: target }));

  /** For a drop near the wrong end of a node: connects, or says why that is not possible. */
  const onConnectEnd = (
    _: unknown,
    { isValid, fromHandle, fromNode, toNode }: FinalConnectionState,
  ) => {
    // For a valid connection the canvas has already called `onConnect`.
    if (isValid === true || !fromNode || !toNode || toNode.id === fromNode.id) return;
    const [from, to] = fromHandle.type === 'source' ? [fromNode, toNode] : [toNode, fromNode];
    apply(connect(flow, { from: from.id, to: to.id }));
  };

  const isValidConnection = ({ source, target }: { source: string; target: string }) =>
    whyNotConnect(flow, { from: source, to: target }) === null;

  return { onConnect, onConnectEnd, onClickConnectEnd: onConnectEnd, isValidConnection };
}

/** Enter opens a node's form, C its “Connect to”, Escape deselects a node, Delete removes a node or an edge. */
function canvasKeys(event: KeyboardEvent, editor: FlowContext): void {
  const { target, key } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  const { flow, apply, select, open } = editor;
  const isDelete = key === 'Delete' || key === 'Backspace';
  const isConnect = key.toLowerCase() === 'c';
  const node = idOf(target, 'react-flow__node');
  const edgeId = idOf(target, 'react-flow__edge');
  const edge = flow.edges.find((each) => idOfEdge(each) === edgeId);
  if (edge && isDelete) apply({ ...disconnect(flow, edge), focused: edge.from });
  else if (node === undefined) return;
  else if (isDelete) apply(deleteNode(flow, node));
  else if (key === 'Escape') select(null);
  else if (key === 'Enter' || isConnect) open(node, isConnect ? 'connect' : 'form');
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const idOfEdge = ({ from, to }: FlowEdge) => JSON.stringify([from, to]);

/** Undefined for any other element, such as a button in a node. */
function idOf(target: Element, className: string): string | undefined {
  const isOne = target.classList.contains(className);
  return isOne ? (target.getAttribute('data-id') ?? undefined) : undefined;
}

/** Shows the whole flow when its layout changes, and keeps its middle when the width of the canvas changes. */
function KeepInView() {
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

function shapeOf({ nodes, edges }: Flow): string {
  const isArranged = nodes.some(({ position }) => position);
  return JSON.stringify([nodes.map(({ id }) => id), isArranged ? [] : edges]);
}
