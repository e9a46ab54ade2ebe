import { applyNodeChanges, type NodeChange } from '@xyflow/react';
import { useState } from 'react';
import { placeNodes } from '../model/flow-changes.ts';
import { nodeSize, positionsOf } from '../model/layout.ts';
import { summaryOf } from '../model/node-words.ts';
import { stateWords } from '../node-state.tsx';
import { useFlow } from '../use-flow.ts';
import type { StepNode } from './step-node.tsx';

/** The nodes as the canvas draws them. Only the position where the author drops a node becomes part of the flow. */
export function useDrawnNodes() {
  const editor = useFlow();
  const { flow, order, titles } = editor;
  const [drawn, setDrawn] = useState<readonly StepNode[]>([]);
  const places = positionsOf(flow);

  const placed = flow.nodes.map((node): StepNode => {
    const title = titles.get(node.id) ?? node.id;
    const number = order.indexOf(node) + 1;
    const words = [`${number}. ${title}: ${summaryOf(node)}`, stateWords(editor, node.id)];
    return {
      id: node.id,
      type: 'step',
      className: 'flow-node',
      position: places.get(node.id) ?? { x: 0, y: 0 },
      width: nodeSize.width,
      selected: node === editor.selected,
      ariaLabel: words.filter((each) => each !== '').join('. '),
      data: { node, title, number },
    };
  });

  /** The nodes with what the canvas last reported about them. */
  const reported = (before: readonly StepNode[]) =>
    placed.map((node): StepNode => {
      const {
        measured = {},
        dragging = false,
        position,
      } = before.find(({ id }) => id === node.id) ?? {};
      return { ...node, measured, dragging, position: (dragging && position) || node.position };
    });

  const onNodesChange = (changes: NodeChange<StepNode>[]) => {
    setDrawn((before) => applyNodeChanges(changes, reported(before)));
    for (const change of changes) {
      if (change.type === 'select' && change.selected) editor.select({ node: change.id });
      if (change.type !== 'position' || change.dragging || !change.position) continue;
      const { id, position } = change;
      const { x, y } = places.get(id) ?? {};
      if (position.x === x && position.y === y) continue;
      editor.apply(placeNodes(flow, new Map([...places, [id, position]]), id));
    }
  };

  return { nodes: reported(drawn), onNodesChange };
}
