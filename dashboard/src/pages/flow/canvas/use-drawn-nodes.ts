import type { NodeChange } from '@xyflow/react';
import { useState } from 'react';
import type { Point } from '../model/flow.ts';
import { placeNodes } from '../model/flow-changes.ts';
import { nodeSize, positionsOf } from '../model/layout.ts';
import { summaryOf } from '../model/node-words.ts';
import { stateWords } from '../node-state.tsx';
import { useFlow } from '../use-flow.ts';
import type { StepNode } from './step-node.tsx';

/**
 * The nodes as the canvas draws them. The canvas measures each node, and reports its position while the author
 * drags it. Only the position where the author drops it becomes part of the flow.
 */
export function useDrawnNodes() {
  const editor = useFlow();
  const { flow, order, titles } = editor;
  const [measured, setMeasured] = useState<ReadonlyMap<string, Size>>(new Map());
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(new Map());
  const places = positionsOf(flow);

  const nodes = flow.nodes.map((node): StepNode => {
    const title = titles.get(node.id) ?? node.id;
    const number = order.indexOf(node) + 1;
    const words = [`${number}. ${title}: ${summaryOf(node)}`, stateWords(editor, node.id)];
    return {
      id: node.id,
      type: 'step',
      className: 'flow-node',
      position: dragged.get(node.id) ?? places.get(node.id) ?? { x: 0, y: 0 },
      measured: measured.get(node.id) ?? {},
      width: nodeSize.width,
      selected: node === editor.selected,
      ariaLabel: words.filter((each) => each !== '').join('. '),
      data: { node, title, number },
    };
  });

  const onNodesChange = (changes: NodeChange<StepNode>[]) => {
    const { sizes, held, dropped, selected } = readChanges(changes);
    if (sizes.size > 0) setMeasured((before) => new Map([...before, ...sizes]));
    if (selected !== null) editor.select({ node: selected });
    if (held.size > 0) setDragged(held);
    else if (dropped.size > 0) drop(dropped);
  };

  const drop = (dropped: ReadonlyMap<string, Point>) => {
    setDragged(new Map());
    const moved = [...dropped].filter(([id, { x, y }]) => {
      const before = places.get(id);
      return before?.x !== x || before.y !== y;
    });
    const [first] = moved;
    if (first) editor.apply(placeNodes(flow, new Map([...places, ...moved]), first[0]));
  };

  return { nodes, onNodesChange };
}

interface Size {
  width: number;
  height: number;
}

function readChanges(changes: readonly NodeChange[]) {
  const sizes = new Map<string, Size>();
  /** Where nodes are while the author drags them. */
  const held = new Map<string, Point>();
  /** Where the author dropped nodes, or moved them by a key. */
  const dropped = new Map<string, Point>();
  let selected: string | null = null;
  for (const change of changes) {
    if (change.type === 'dimensions' && change.dimensions) sizes.set(change.id, change.dimensions);
    else if (change.type === 'position' && change.position)
      (change.dragging ? held : dropped).set(change.id, change.position);
    else if (change.type === 'select' && change.selected) selected = change.id;
  }
  return { sizes, held, dropped, selected };
}
