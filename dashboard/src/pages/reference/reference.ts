import openApi from '../../../../docs/openapi.json' with { type: 'json' };

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
    schema: Schema;
    examples: Readonly<Record<string, { value: unknown }>>;
  };
}

interface Response {
  description: string;
  headers: Readonly<Record<string, Schema>>;
  content: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: readonly { name: string; description: string }[];
  requestBody: { content: Content };
  responses: Readonly<Record<string, Response>>;
}

const paths: Readonly<Record<string, { post: Operation }>> = openApi.paths;
const schemas: Readonly<Record<string, Schema>> = openApi.components.schemas;

export const operations = Object.entries(paths).map(([path, { post }]) => ({ path, ...post }));

const nameOf = (reference = '') => reference.split('/').at(-1) ?? '';

/** The schemas of a body, then those of their fields, each once. */
export function shapesOf(content: Content): { name: string; schema: Schema }[] {
  const body = content['application/json'].schema;
  const bodies = schemas[nameOf(body.$ref)]?.oneOf ?? [body];
  const names = new Set(bodies.map(({ $ref }) => nameOf($ref)));
  // The loop also reaches the names that it adds.
  for (const name of names) {
    for (const { $ref, items } of Object.values(schemas[name]?.properties ?? {})) {
      const reference = $ref ?? items?.$ref;
      if (reference !== undefined) names.add(nameOf(reference));
    }
  }
  return [...names].map((name) => ({ name, schema: schemas[name] ?? {} }));
}

/** `string or null`, `list of TraceStep`. */
export function typeInWords({ $ref, const: only, enum: values, type, items }: Schema): string {
  if ($ref !== undefined) return nameOf($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.join(' | ');
  if (items !== undefined) return `list of ${typeInWords(items)}`;
  return [type ?? 'anything'].flat().join(' or ');
}

export interface Refusal {
  status: string;
  description: string;
  /** Each answer with this status has Retry-After. */
  hasRetryAfter: boolean;
  body: string;
}

export const refusalsOf = ({ responses }: Operation): Refusal[] =>
  Object.entries(responses).flatMap(([status, { description, headers, content }]) => {
    if (status === '200') return [];
    const hasRetryAfter = headers['Retry-After']?.$ref === '#/components/headers/RetryAfter';
    return Object.values(content['application/json'].examples).map(({ value }) => ({
      ...{ status, description, hasRetryAfter },
      body: JSON.stringify(value),
    }));
  });

const isAmong = (refusals: readonly Refusal[]) => (refusal: Refusal) =>
  refusals.some(({ body }) => body === refusal.body);

export const commonRefusals = operations
  .map(refusalsOf)
  .reduce((common, refusals) => common.filter(isAmong(refusals)));

export function ownRefusals(operation: Operation): Refusal[] {
  const isCommon = isAmong(commonRefusals);
  return refusalsOf(operation).filter((refusal) => !isCommon(refusal));
}
