import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { FlowEdge, FlowNode } from '../../../../shared/engine/flow/graph.ts';
import { runOrder } from '../../../../shared/engine/flow/run-order.ts';
import type { DraftStore } from '../../draft/draft-store.ts';
import { type Flow, isSameEdge, nodeOf, storedFlow } from './model/flow.ts';
import { changeNode, type FlowChange } from './model/flow-changes.ts';
import { begin, change, type History, presentOf, step } from './model/history.ts';
import { titlesOf } from './model/node-words.ts';
import type { FocusPlace } from './use-focus-request.ts';

export type Selection = { readonly node: string } | { readonly edge: FlowEdge };

interface FlowEditorOptions {
  store: DraftStore;
  /** As shown; see `asItRuns`. */
  flow: Flow;
  say: (sentence: string) => void;
  focus: (place: FocusPlace) => void;
}

export function useFlowEditor({ store, flow, say, focus }: FlowEditorOptions) {
  const history = useHistory(store);
  const [wanted, select] = useState<Selection | null>(null);

  const apply = (made: FlowChange) => {
    if ('refused' in made) return refuse(made.refused);
    const { flow: next, said, selected, focused, field = null } = made;
    if (next !== flow) history.edit(next, field);
    if (selected !== undefined) select(selected === null ? null : { node: selected });
    if (focused !== undefined) focus({ on: selected ? 'form' : 'node', id: focused });
    if (said !== undefined) say(said);
  };

  return {
    flow,
    order: runOrder(flow.nodes, flow.edges),
    titles: titlesOf(flow),
    /** Null if it is gone. */
    selected: (wanted && 'node' in wanted && nodeOf(flow, wanted.node)) || null,
    selectedEdge: (wanted && 'edge' in wanted && edgeOf(flow, wanted.edge)) || null,
    select,
    open: (id: string, on: 'form' | 'connect' = 'form') => {
      select({ node: id });
      focus({ on, id });
    },
    focus,
    apply,
    change: (node: FlowNode, field: string) => apply(changeNode(flow, node, field)),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    undo: () => history.undo() && say('Change undone'),
    redo: () => history.redo() && say('Change redone'),
  };
}

export type FlowEditor = ReturnType<typeof useFlowEditor>;

// A history lives as long as its draft, also while the author is at another tab of the template.
const histories = new WeakMap<DraftStore, History<unknown>>();

function useHistory(store: DraftStore) {
  const stored = store.current().draft.flow;
  // A flow that was replaced elsewhere, for instance by another author's save, counts as one more change.
  const kept = histories.get(store) ?? begin(stored);
  histories.set(store, kept);
  const now = () => change(histories.get(store) ?? kept, stored);
  const show = (next: History<unknown>) => {
    histories.set(store, next);
    store.dispatch({ kind: 'written', changes: { flow: presentOf(next) } });
    return true;
  };
  const { states, at } = now();
  const [canUndo, canRedo] = [at > 0, at < states.length - 1];
  return {
    canUndo,
    canRedo,
    edit: (next: Flow, field: string | null) => show(change(now(), storedFlow(next), field)),
    undo: () => canUndo && show(step(now(), -1)),
    redo: () => canRedo && show(step(now(), 1)),
  };
}

const edgeOf = (flow: Flow, wanted: FlowEdge) =>
  flow.edges.find((edge) => isSameEdge(edge, wanted));

function refuse(reason: string): void {
  // Shows one reason at a time, where it does not cover the form.
  notifications.clean();
  notifications.show({
    color: 'red',
    title: 'Not possible',
    message: reason,
    autoClose: 8000,
    position: 'bottom-center',
  });
}
