import * as z from 'zod/mini';
import { data } from './common.ts';
import { fieldProblem } from './problem.ts';

/** `POST /flow/check`: a graph, stored or not. */
export const flowCheck = z.object({ flow: z.unknown() });

/** What is wrong with it, with pointers into the flow itself: `/nodes/2/pattern`. None: it may be saved. */
export const flowVerdict = z.object({ problems: z.array(fieldProblem) });

export type FlowVerdict = z.output<typeof flowVerdict>;

/** `POST /flow/run`: everything but the send, of a draft. `delivery` holds `_to`, `_subject` and the like. */
export const flowRun = z.object({
  subject: z.string(),
  html: z.string(),
  text: z._default(z.nullable(z.string()), null),
  flow: z._default(z.nullable(z.unknown()), null),
  data: z._default(data, {}),
  delivery: z._default(data, {}),
});

export type FlowRun = z.input<typeof flowRun>;

/** A step of a flow's run: neither values nor addresses. */
export const traceStep = z.looseObject({
  node: z.nullable(z.string()),
  type: z.string(),
  outcome: z.string(),
  ms: z.number(),
});

export type TraceStep = z.output<typeof traceStep>;

/** What execute would have answered with `_dryRun` and `_trace`. */
export const flowOutcome = z.object({
  outcome: z.looseObject({ success: z.boolean(), type: z.string() }),
  trace: z.array(traceStep),
});

export type FlowOutcome = z.output<typeof flowOutcome>;
