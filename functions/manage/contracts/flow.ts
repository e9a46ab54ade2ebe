import * as z from 'zod/mini';
import { data } from './common.ts';
import { fieldProblem } from './problem.ts';
import { unsavedContent } from './templates.ts';

/** The body of `POST /flow/check`: a flow, stored or not. */
export const flowCheck = z.object({ flow: z.unknown() });

/** The problems of the flow, with JSON Pointers into it: `/nodes/2/pattern`. A flow without problems can be saved. */
export const flowVerdict = z.object({ problems: z.array(fieldProblem) });

export type FlowVerdict = z.output<typeof flowVerdict>;

/** `POST /flow/run`: runs a draft's flow, without sending. `delivery` has execute's `_to`, `_subject` and so on. */
export const flowRun = z.object({
  ...unsavedContent.shape,
  data: z._default(data, {}),
  delivery: z._default(data, {}),
});

export type FlowRun = z.input<typeof flowRun>;

/** `GET /templates/{id}/refusals`: how many requests each node of the flow refused in the last seven days. */
export const flowRefusals = z.object({
  /** The first of the days, in UTC: `2026-11-23`. */
  since: z.string(),
  /** Only nodes that refused a request. */
  nodes: z.array(z.object({ node: z.string(), requests: z.number() })),
  /** Whether messages are left to count: the next request continues. */
  isCounting: z.boolean(),
});

export type FlowRefusals = z.output<typeof flowRefusals>;

/** A step of a flow's run. It contains no values of variables and no addresses. */
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
