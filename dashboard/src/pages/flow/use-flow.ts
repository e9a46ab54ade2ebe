import { createContext, useContext } from 'react';
import type { DeclaredTypes } from './model/declared-types.ts';
import type { NameOf, NodeHints } from './model/node-words.ts';
import type { PlacedProblem } from './model/problem-places.ts';
import type { RunMark } from './model/run.ts';
import type { FlowEditor } from './use-flow-editor.ts';

export interface FlowContext extends FlowEditor {
  problems: readonly PlacedProblem[];
  /** Empty if the flow has changed since the run. */
  marks: ReadonlyMap<string, RunMark>;
  failure: { node: string; text: string } | null;
  names: readonly string[];
  types: DeclaredTypes;
  senders: readonly string[];
  hints: NodeHints;
  refusals: Refusals;
  /** Why mails from an output are refused now, by its id. */
  unverified: ReadonlyMap<string, string>;
  nameOf: NameOf;
}

/** The requests that nodes refused in the last seven days; the page of messages shows them at `path`. */
export type Refusals = ReadonlyMap<string, { count: number; path: string }>;

const context = createContext<FlowContext | null>(null);

export const FlowProvider = context.Provider;

export function useFlow(): FlowContext {
  const flow = useContext(context);
  if (flow === null) throw new Error('This component is outside of a flow page');
  return flow;
}

export function stateAt(flow: FlowContext, id: string) {
  const { problems, marks, failure, refusals, unverified } = flow;
  return {
    refused: refusals.get(id),
    unverified: unverified.get(id),
    count: problems.filter(({ node }) => node === id).length,
    mark: marks.get(id),
    failed: failure?.node === id ? failure.text : null,
  };
}

export function useProblemAt(node: string): (field: string) => string | undefined {
  const { problems } = useFlow();
  return (field) => problems.find((each) => each.node === node && each.field === field)?.text;
}
