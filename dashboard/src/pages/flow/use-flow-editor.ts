import { createContext, useContext, useState } from 'react';
import { whyNotAdd, whyNotConnect, whyNotDelete, whyNotInsert } from './model/connect-rules.ts';
import {
  type Draft,
  type DraftNode,
  nodeOf,
  withChanged,
  withEdge,
  withNode,
  withNodeOnEdge,
  withoutEdge,
  withoutNode,
  withoutPositions,
  withPositions,
} from './model/flow-draft.ts';
import type { FlowEdge, Point } from './model/flow-graph.ts';
import { freshNode, type Hints, shortestFlow } from './model/fresh-node.ts';
import { begin, change, type History, redo, undo } from './model/history.ts';
import { earlier, later } from './model/move-rules.ts';
import { type AddableKind, kindWords, titlesOf } from './model/node-words.ts';
import { inOrder } from './model/order.ts';
import type { FocusPlace } from './use-focus-wish.ts';

export type Selection = { readonly node: string } | { readonly edge: FlowEdge };

export interface FlowEditorPorts {
  initial: Draft | null;
  hints: Hints;
  /** Says what happened, for who cannot see it. */
  say: (sentence: string) => void;
  /** Says why something cannot be. */
  refuse: (reason: string) => void;
  /** Moves the focus, once everything is drawn. */
  focus: (place: FocusPlace) => void;
}

/** Everything that can be done to a flow, by whatever view. Each change can be taken back. */
export function useFlowEditorState({ initial, hints, say, refuse, focus }: FlowEditorPorts) {
  const [history, setHistory] = useState<History<Draft | null>>(() => begin(initial));
  const [wanted, setSelection] = useState<Selection | null>(null);
  const draft = history.present;
  const selection = wanted !== null && draft !== null && isThere(draft, wanted) ? wanted : null;
  const titles = titlesOf(draft ?? { nodes: [], edges: [] });
  const title = (id: string) => titles.get(id) ?? id;

  const edit = (next: Draft | null, of: string | null = null) =>
    setHistory((current) => change(current, next, of));

  const added = (next: Draft, node: DraftNode, words: string) => {
    edit(next);
    setSelection({ node: node.id });
    focus({ on: 'inspector', id: node.id });
    say(words);
  };

  return {
    draft,
    titles,
    selection,
    edit,
    say,
    refuse,
    focus,
    select: setSelection,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => {
      setHistory(undo);
      if (history.past.length > 0) say('Change taken back');
    },
    redo: () => {
      setHistory(redo);
      if (history.future.length > 0) say('Change made again');
    },

    begin: (output: 'provider' | 'callback') => {
      const flow = shortestFlow(output, hints);
      const end = flow.nodes.at(-1) as DraftNode;
      added(flow, end, 'Flow begun: the template, then its output');
    },
    removeFlow: () => {
      edit(null);
      setSelection(null);
      say('Flow removed. Save to keep it so');
    },

    /** Writes into a node; `field` names what is written, so that a word is taken back at once. */
    changeNode: (node: DraftNode, field: string) => {
      if (draft) edit(withChanged(draft, node), `${node.id}/${field}`);
    },
    add: (kind: AddableKind) => {
      if (!draft) return;
      const reason = whyNotAdd(draft, kind);
      if (reason !== null) return refuse(reason);
      const node = freshNode(draft, kind, hints);
      added(withNode(draft, node), node, `${kindWords[kind].title} added, not connected yet`);
    },
    insert: (kind: AddableKind, edge: FlowEdge) => {
      if (!draft) return;
      const reason = whyNotInsert(draft, kind);
      if (reason !== null) return refuse(reason);
      const node = freshNode(draft, kind, hints);
      const between = `between ${title(edge.from)} and ${title(edge.to)}`;
      added(withNodeOnEdge(draft, node, edge), node, `${kindWords[kind].title} added ${between}`);
    },
    connect: (edge: FlowEdge) => {
      if (!draft) return;
      const reason = whyNotConnect(draft, edge);
      if (reason !== null) return refuse(reason);
      edit(withEdge(draft, edge));
      say(`${title(edge.from)} now leads to ${title(edge.to)}`);
    },
    disconnect: (edge: FlowEdge) => {
      if (!draft) return;
      edit(withoutEdge(draft, edge));
      say(`${title(edge.from)} no longer leads to ${title(edge.to)}`);
    },
    remove: (id: string) => {
      const node = draft && nodeOf(draft, id);
      if (!draft || !node) return;
      const reason = whyNotDelete(node);
      if (reason !== null) return refuse(reason);
      const next = withoutNode(draft, id);
      const order = inOrder(draft).map((each) => each.id);
      const place = order.indexOf(id);
      edit(next);
      setSelection(null);
      focus({ on: 'node', id: order[place + 1] ?? order[place - 1] ?? '' });
      say(`${title(id)} deleted`);
    },
    move: (id: string, where: 'earlier' | 'later') => {
      if (!draft) return;
      const moved = (where === 'earlier' ? earlier : later)(draft, id);
      if ('refused' in moved) return refuse(moved.refused);
      edit(moved);
      say(`${title(id)} moved, it runs ${where} now`);
    },

    /** Somebody put a node somewhere: from now on all stand where they stood. */
    place: (positions: ReadonlyMap<string, Point>, of: string | null) => {
      if (draft) edit(withPositions(draft, positions), of);
    },
    tidyUp: () => {
      if (!draft?.nodes.some(({ position }) => position)) return say('Everything is tidy already');
      edit(withoutPositions(draft));
      say('Nodes put into order');
    },
  };
}

export type FlowEditor = ReturnType<typeof useFlowEditorState>;

const context = createContext<FlowEditor | null>(null);

export const FlowEditorProvider = context.Provider;

/** The flow that is being edited around here. */
export function useFlowEditor(): FlowEditor {
  const editor = useContext(context);
  if (editor === null) throw new Error('There is no flow around this');
  return editor;
}

function isThere(draft: Draft, selection: Selection): boolean {
  if ('node' in selection) return nodeOf(draft, selection.node) !== undefined;
  const { from, to } = selection.edge;
  return draft.edges.some((edge) => edge.from === from && edge.to === to);
}
