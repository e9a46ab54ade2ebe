import { createContext, useContext } from 'react';
import { type PlacedProblem, problemAt } from './model/problem-places.ts';
import type { RunMark } from './model/run-marks.ts';

/** What the page knows around a flow: what is wrong with it, what a run made of it, and names to offer. */
export interface FlowFacts {
  problems: readonly PlacedProblem[];
  /** Empty where nothing was run, or something else was since. */
  marks: ReadonlyMap<string, RunMark>;
  /** What the last run failed with, at the node where it did. */
  failure: { node: string; text: string } | null;
  /** Variables of the template and the flow, and the delivery fields. */
  names: readonly string[];
  /** What flows may send from. */
  identities: readonly string[];
}

const context = createContext<FlowFacts | null>(null);

export const FlowFactsProvider = context.Provider;

export function useFlowFacts(): FlowFacts {
  const facts = useContext(context);
  if (facts === null) throw new Error('There is no flow around this');
  return facts;
}

/** The sentences at the fields of one node. */
export function useProblemAt(node: string): (field: string) => string | undefined {
  const { problems } = useFlowFacts();
  return (field) => problemAt(problems, node, field);
}
