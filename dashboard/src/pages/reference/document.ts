import * as z from 'zod/mini';
import openApi from '../../../../docs/openapi.json' with { type: 'json' };

/** The parts of JSON Schema that the document uses. */
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

/** The parts of the OpenAPI document that the page shows. */
export const apiDocument: OpenApi = z.parse(document, openApi);

/** The address of the document, for other programs. */
export const documentUrl = '/openapi.json';
