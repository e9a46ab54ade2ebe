import openApi from '../../../../docs/openapi.json' with { type: 'json' };

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly string[];
  $ref?: string;
  required?: readonly string[];
  items?: Schema;
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
}

export interface Content {
  'application/json': {
    schema: { $ref: string };
    examples: Readonly<Record<string, { value: unknown }>>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: readonly { name: string; description: string }[];
  requestBody: { content: Content };
  responses: Readonly<
    Record<
      string,
      {
        description: string;
        headers: Readonly<Record<string, { $ref: string }>>;
        content: Content;
      }
    >
  >;
}

/** The parts of the OpenAPI document that the page shows. */
export interface OpenApi {
  paths: Readonly<Record<string, { post: Operation }>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

export const apiDocument: OpenApi = openApi;

/** The address of the document, for other programs. */
export const documentUrl = '/openapi.json';
