/** The result of one step of a run. */
export type StepOutcome =
  | 'applied'
  | 'passed'
  | 'failed'
  | 'taken'
  | 'not_taken'
  | 'rendered'
  | 'returned'
  | 'sent'
  | 'scheduled'
  | 'not_sent'
  | 'refused'
  | 'unknown'
  | 'misconfigured';

/** One step of a run. It never holds a value of a variable or the address of a person. */
export type TraceStep = {
  /** The node's id; null if the graph has no node for the step. */
  readonly node: string | null;
  /** The node's type; `delivery` is the reading of the delivery fields, `attachments` that of the files. */
  readonly type:
    | 'variables'
    | 'delivery'
    | 'verification'
    | 'branch'
    | 'template'
    | 'attachments'
    | 'provider'
    | 'callback';
  readonly outcome: StepOutcome;
  /** Milliseconds, rounded to the hundredth. */
  readonly ms: number;
  /** Likely mistakes of the mail's author, in whole sentences; absent if there are none. */
  readonly warnings?: readonly string[] | undefined;
};

export type Tracer = {
  readonly steps: readonly TraceStep[];
  /** Records a step; its start is the end of the previous one. */
  readonly end: (
    node: string | null,
    type: TraceStep['type'],
    outcome: StepOutcome,
    warnings?: readonly string[],
  ) => void;
};

/** Keeps the steps of one run; `now` is a clock in milliseconds. */
export function startTrace(now: () => number): Tracer {
  const steps: TraceStep[] = [];
  let since = now();
  return {
    steps,
    end: (node, type, outcome, warnings = []) => {
      const until = now();
      const ms = Math.round((until - since) * 100) / 100;
      steps.push({ node, type, outcome, ms, ...(warnings.length > 0 && { warnings }) });
      since = until;
    },
  };
}
