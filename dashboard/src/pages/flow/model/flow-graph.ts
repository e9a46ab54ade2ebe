import * as z from 'zod/mini';

/** A field that this page does not know must not be lost by a save: a flow with one is not edited here. */
const exactly = z.strictObject;

const anyNode = {
  id: z.string(),
  name: z.nullish(z.string()),
  label: z.nullish(z.string()),
  position: z.nullish(exactly({ x: z.number(), y: z.number() })),
};

const verification = { ...anyNode, type: z.literal('verification') };

const template = exactly({ ...anyNode, type: z.literal('template') });
const variables = exactly({
  ...anyNode,
  type: z.literal('variables'),
  variables: z.array(exactly({ name: z.string(), default: z.optional(z.unknown()) })),
});
const emailDomain = exactly({ ...verification, kind: z.literal('email_domain') });
const requiredFields = exactly({
  ...verification,
  kind: z.literal('required_fields'),
  fields: z.array(z.string()),
});
const regex = exactly({
  ...verification,
  kind: z.literal('regex'),
  field: z.string(),
  pattern: z.string(),
  message: z.nullish(z.string()),
});
const provider = exactly({
  ...anyNode,
  type: z.literal('provider'),
  provider: z.literal('ses'),
  from: z.string(),
  replyTo: z.nullish(z.string()),
});
const callback = exactly({ ...anyNode, type: z.literal('callback') });

const edge = exactly({ from: z.string(), to: z.string() });

/** A flow as it is stored. Whether it may be saved is for `/flow/check` to say. */
export const storedFlow = exactly({
  nodes: z.array(
    z.discriminatedUnion('type', [
      template,
      variables,
      z.discriminatedUnion('kind', [emailDomain, requiredFields, regex]),
      provider,
      callback,
    ]),
  ),
  edges: z.array(edge),
});

export type StoredFlow = z.output<typeof storedFlow>;
export type StoredNode = StoredFlow['nodes'][number];
export type FlowEdge = z.output<typeof edge>;
export type VariablesNode = z.output<typeof variables>;
export type RequiredFieldsNode = z.output<typeof requiredFields>;
export type RegexNode = z.output<typeof regex>;
export type ProviderNode = z.output<typeof provider>;
export interface Point {
  x: number;
  y: number;
}
