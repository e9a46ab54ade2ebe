import type { NodeChange } from '@xyflow/react';
import { useState } from 'react';
import { useFlowFacts } from '../flow-facts.ts';
import type { Point } from '../model/flow-graph.ts';
import { nodeSize, positionsOf } from '../model/layout.ts';
import { summaryOf } from '../model/node-words.ts';
import { stateWords } from '../node-state.tsx';
import { useFlowEditor } from '../use-flow-editor.ts';
import { readChanges, type Size } from './node-changes.ts';
import type { StepNode } from './step-node.tsx';

/**
 * The nodes as the canvas draws them. The canvas measures each, and tells where one is while it is
 * being dragged; only where it is dropped becomes part of the flow.
 */
export function useDrawnNodes() {
  const editor = useFlowEditor();
  const facts = useFlowFacts();
  const [measured, setMeasured] = useState<ReadonlyMap<string, Size>>(new Map());
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(new Map());
  const { draft, titles, selection } = editor;
  const places = draft ? positionsOf(draft) : new Map<string, Point>();

  const nodes = (draft?.nodes ?? []).map((node): StepNode => {
    const title = titles.get(node.id) ?? node.id;
    const words = [`${title}: ${summaryOf(node)}`, stateWords(facts, node.id)];
    return {
      id: node.id,
      type: 'step',
      className: 'flow-node',
      position: dragged.get(node.id) ?? places.get(node.id) ?? { x: 0, y: 0 },
      measured: measured.get(node.id) ?? {},
      width: nodeSize.width,
      selected: selection !== null && 'node' in selection && selection.node === node.id,
      ariaLabel: words.filter((each) => each !== '').join('. '),
      data: { node, title },
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
    if (moved.length > 0)
      editor.place(new Map([...places, ...moved]), `places of ${moved[0]?.[0]}`);
  };

  return { nodes, onNodesChange };
}
