import * as z from 'zod/mini';
import openApi from '../../../../docs/openapi.json' with { type: 'json' };

/** A schema, as far as the document has any. */
export const schema = z.object({
  description: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.string())),
  $ref: z.optional(z.string()),
  required: z.optional(z.array(z.string())),
  get items() {
    return z.optional(schema);
  },
  get oneOf() {
    return z.optional(z.array(schema));
  },
  get properties() {
    return z.optional(z.record(z.string(), schema));
  },
});

export type Schema = z.output<typeof schema>;

const content = z.object({
  'application/json': z.object({
    schema: z.object({ $ref: z.string() }),
    examples: z.record(z.string(), z.object({ value: z.unknown() })),
  }),
});

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.optional(z.array(z.object({ name: z.string(), description: z.string() }))),
  requestBody: z.object({ content }),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z.record(z.string(), z.object({ $ref: z.string() })),
      content,
    }),
  ),
});

export type Operation = z.output<typeof operation>;
export type Content = z.output<typeof content>;

const document = z.object({
  paths: z.record(z.string(), z.object({ post: operation })),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

export type OpenApi = z.output<typeof document>;

/** The document that the service is described by, as far as the page shows it. */
export const apiDocument: OpenApi = z.parse(document, openApi);

/** Where the page has it as a file, for other programs. */
export const documentUrl = '/openapi.json';
