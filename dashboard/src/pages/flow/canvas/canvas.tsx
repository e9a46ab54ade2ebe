import '@xyflow/react/dist/style.css';
import './canvas.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  BackgroundVariant,
  Controls,
  type EdgeChange,
  MarkerType,
  ReactFlow,
} from '@xyflow/react';
import { type KeyboardEvent, useId } from 'react';
import { isSameEdge } from '../model/flow-draft.ts';
import { useFlowEditor } from '../use-flow-editor.ts';
import { canvasConnections } from './canvas-connections.ts';
import { canvasKeys } from './canvas-keys.ts';
import { canvasWords } from './canvas-words.ts';
import { fitting, fittingWhole, KeepInView } from './keep-in-view.tsx';
import { type StepEdge, StepEdgeView } from './step-edge.tsx';
import { StepNodeView } from './step-node.tsx';
import { useDrawnNodes } from './use-drawn-nodes.ts';

const nodeTypes = { step: StepNodeView };
const edgeTypes = { step: StepEdgeView };
/** The flow as a picture that can be changed by hand. `onOpen`: somebody clicked a node. */
export default function Canvas({ onOpen }: { onOpen: () => void }) {
  const editor = useFlowEditor();
  const { draft, titles, selection, select } = editor;
  const { nodes, onNodesChange } = useDrawnNodes();
  const scheme = useComputedColorScheme('light');
  const flowId = useId();

  const edges = (draft?.edges ?? []).map((edge): StepEdge => {
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
        {...canvasConnections(editor)}
        colorMode={scheme}
        ariaLabelConfig={canvasWords}
        aria-label="Flow"
        deleteKeyCode={null}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        connectionRadius={32}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        minZoom={0.3}
        maxZoom={1.5}
        fitView
        fitViewOptions={fitting}
      >
        <KeepInView />
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <Controls showInteractive={false} fitViewOptions={fittingWhole} />
      </ReactFlow>
    </div>
  );
}
