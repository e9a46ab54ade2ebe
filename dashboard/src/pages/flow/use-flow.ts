import { createContext, useContext } from 'react';
import type { Hints } from './model/node-words.ts';
import type { PlacedProblem } from './model/problem-places.ts';
import type { RunMark } from './model/run.ts';
import type { FlowEditor } from './use-flow-editor.ts';

/** The flow and everything that the page knows about it. */
export interface FlowContext extends FlowEditor {
  problems: readonly PlacedProblem[];
  /** The result of the last test run at each node; empty if the flow has changed since. */
  marks: ReadonlyMap<string, RunMark>;
  failure: { node: string; text: string } | null;
  /** Variables of the template and the flow, and the delivery fields. */
  names: readonly string[];
  senders: readonly string[];
  hints: Hints;
}

const context = createContext<FlowContext | null>(null);

export const FlowProvider = context.Provider;

export function useFlow(): FlowContext {
  const flow = useContext(context);
  if (flow === null) throw new Error('This component is outside of a flow page');
  return flow;
}

/** The number of problems of a node, and the result of the last test run there. */
export function stateAt({ problems, marks, failure }: FlowContext, id: string) {
  return {
    count: problems.filter(({ node }) => node === id).length,
    mark: marks.get(id),
    failed: failure?.node === id ? failure.text : null,
  };
}

export function useProblemAt(node: string): (field: string) => string | undefined {
  const { problems } = useFlow();
  return (field) => problems.find((each) => each.node === node && each.field === field)?.text;
}
