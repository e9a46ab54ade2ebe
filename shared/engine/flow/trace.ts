/** The result of one step of a run. */
export type StepOutcome =
  | 'applied'
  | 'passed'
  | 'failed'
  | 'rendered'
  | 'returned'
  | 'sent'
  | 'scheduled'
  | 'not_sent'
  | 'refused'
  | 'unknown'
  | 'misconfigured';

/** One step of a run. It never holds a value or an address. */
export type TraceStep = {
  /** The node's id; null where the graph has no node for the step. */
  readonly node: string | null;
  /** The node's type; `delivery` is the reading of the delivery fields, `attachments` that of the files. */
  readonly type:
    | 'variables'
    | 'delivery'
    | 'verification'
    | 'template'
    | 'attachments'
    | 'provider'
    | 'callback';
  readonly outcome: StepOutcome;
  /** Milliseconds, rounded to the hundredth. */
  readonly ms: number;
};

export type Tracer = {
  readonly steps: readonly TraceStep[];
  /** Ends a step. It began when the step before it ended. */
  readonly end: (node: string | null, type: TraceStep['type'], outcome: StepOutcome) => void;
};

/** Keeps the steps of one run; `now` is a clock in milliseconds. */
export function startTrace(now: () => number): Tracer {
  const steps: TraceStep[] = [];
  let since = now();
  return {
    steps,
    end: (node, type, outcome) => {
      const until = now();
      steps.push({ node, type, outcome, ms: Math.round((until - since) * 100) / 100 });
      since = until;
    },
  };
}
