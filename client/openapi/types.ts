import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { pointerTo, type Schema, schemas } from './schemas.ts';

const banner =
  '// Made by `npm run openapi` of the document’s schemas: what is changed here by hand does not last.';

/** The document's shapes as TypeScript, for the client. */
export async function clientTypes(): Promise<string> {
  const definitions = onlyNamed(schemas());
  const names = Object.keys(definitions as object);
  const root = {
    description: 'Every shape of the API, by its name.',
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: pointerTo(name) }])),
    components: { schemas: definitions },
  };
  return compile(root as JSONSchema, 'Schemas', {
    bannerComment: banner,
    // What a shape does not name may be there all the same, and is nobody's business.
    additionalProperties: false,
    style: { singleQuote: true, printWidth: 100 },
  });
}

/** A reference with a description of its own would be a second type of the same shape. */
function onlyNamed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(onlyNamed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Schema;
  if ($ref !== undefined) return { $ref };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, onlyNamed(value)]));
}
