import * as z from 'zod/mini';
import type { VerificationKind } from './graph.ts';
import { rowsOf } from './table.ts';

/** Raise it with every change of a plan's meaning. `readPlan` returns null for any other version. */
export const planVersion = 1;

const node = z.string();
const nullable = z.nullable(z.string());

const placeholder = {
  name: z.string().check(z.refine((name) => name !== '.')),
  path: z.nullable(z.array(z.string())),
  isRaw: z.boolean(),
  default: nullable,
};

/** The program of the address to unsubscribe: texts and placeholders. */
export const unsubscribeSteps = z.array(
  z.union([
    z.string(),
    z.strictObject({ ...placeholder, kind: z.literal('value') }),
    z.strictObject({
      ...placeholder,
      kind: z.literal('guarded'),
      isEncoded: z.literal(true),
      guards: z.array(z.never()),
    }),
  ]),
);

export type UnsubscribeSteps = z.infer<typeof unsubscribeSteps>;

const checks = {
  email_domain: z.strictObject({ node, kind: z.literal('email_domain') }),
  required_fields: z.strictObject({
    node,
    kind: z.literal('required_fields'),
    fields: z.array(z.string()),
  }),
  regex: z.strictObject({
    node,
    kind: z.literal('regex'),
    field: z.string(),
    pattern: z.string(),
    message: z.nullable(z.union([z.string(), z.record(z.string(), z.string())])),
  }),
} satisfies Record<VerificationKind, z.ZodMiniObject>;

const check = z.discriminatedUnion('kind', rowsOf(checks));

const branch = z.strictObject({
  node,
  field: z.string(),
  /** Null: any value. */
  values: z.nullable(z.array(z.string())),
  template: z.string(),
});

const output = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('provider'),
    node,
    provider: z.literal('ses'),
    from: z.string(),
    replyTo: nullable,
    unsubscribe: z.nullable(unsubscribeSteps),
  }),
  z.strictObject({ type: z.literal('callback'), node: nullable }),
]);

const flowPlan = z.strictObject({
  version: z.literal(planVersion),
  variables: z.array(
    z.strictObject({
      node,
      defaults: z.array(z.strictObject({ name: z.string(), value: z.unknown() })),
    }),
  ),
  checks: z.array(check),
  /** Absent if the flow has none: older versions then read the plan as well. */
  branches: z.optional(z.array(branch)),
  /** The template's node; null if the template has no flow. */
  template: nullable,
  output,
});

/** A compiled flow as plain JSON; lists are in the order of the run. A node is null if the graph has none. */
export type FlowPlan = z.infer<typeof flowPlan>;
export type FlowCheck = z.infer<typeof check>;
export type FlowBranch = z.infer<typeof branch>;
export type CheckOf<Kind extends VerificationKind> = Extract<FlowCheck, { kind: Kind }>;
export type FlowOutput = FlowPlan['output'];

/** The plan of a template without a flow: it returns the content and sends nothing. */
export const callbackPlan: FlowPlan = {
  version: planVersion,
  variables: [],
  checks: [],
  template: null,
  output: { type: 'callback', node: null },
};

/** A stored plan; null if it is damaged, or was written by a newer version. */
export function readPlan(value: unknown): FlowPlan | null {
  const plan = flowPlan.safeParse(value);
  return plan.success ? plan.data : null;
}
