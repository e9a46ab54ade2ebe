import type { Content, OpenApi, Operation, Schema } from './document.ts';

/** A field, as the page shows it. */
export interface Field {
  name: string;
  /** In words: `string or null`, `list of TraceStep`. */
  type: string;
  isRequired: boolean;
  description: string;
}

/** An object of the API with its fields. */
export interface Shape {
  name: string;
  description: string;
  fields: Field[];
}

/** The shapes of a body, followed by the shapes of their fields, each once. */
export function shapesOf({ components: { schemas } }: OpenApi, content: Content): Shape[] {
  const body = content['application/json'].schema;
  const bodies = schemas[nameOf(body.$ref)]?.oneOf ?? [body];
  const names = bodies.map(({ $ref = '' }) => nameOf($ref));
  // The loop appends to the list that it iterates over.
  for (const name of names) {
    const parts = partsOf(schemas[name] ?? {}).filter((part) => !names.includes(part));
    names.push(...new Set(parts));
  }
  return names.map((name) => shapeOf(name, schemas[name] ?? {}));
}

function shapeOf(
  name: string,
  { description = '', properties = {}, required = [] }: Schema,
): Shape {
  const fields = Object.entries(properties).map(([field, schema]) => ({
    name: field,
    type: typeInWords(schema),
    isRequired: required.includes(field),
    description: schema.description ?? '',
  }));
  return { name, description, fields };
}

function partsOf({ properties = {} }: Schema): string[] {
  return Object.values(properties).flatMap(({ $ref, items }) => {
    const reference = $ref ?? items?.$ref;
    return reference === undefined ? [] : nameOf(reference);
  });
}

/** A schema's type in words. */
export function typeInWords({ $ref, const: only, enum: values, type, items }: Schema): string {
  if ($ref !== undefined) return nameOf($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.join(' | ');
  if (items !== undefined) return `list of ${typeInWords(items)}`;
  return [type ?? 'anything'].flat().join(' or ');
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** A status other than 200 with all its bodies. */
export interface RefusedAnswer {
  status: string;
  description: string;
  /** Whether each of these answers has Retry-After. */
  hasRetryAfter: boolean;
  sentences: string[];
}

/** The refusals of an operation, by status. */
export function refusedAnswers({ responses }: Operation): RefusedAnswer[] {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, { description, headers, content }]) => ({
      ...{
        status,
        description,
        hasRetryAfter: headers['Retry-After']?.$ref === '#/components/headers/RetryAfter',
      },
      sentences: Object.values(content['application/json'].examples).map(({ value }) =>
        JSON.stringify(value),
      ),
    }));
}

/** The refusals that all of these operations have. */
export function commonRefusals([first, ...others]: readonly Operation[]): RefusedAnswer[] {
  if (!first) return [];
  const elsewhere = others.map((other) => new Set(refusedAnswers(other).flatMap(sentencesOf)));
  return withSentences(refusedAnswers(first), (sentence) =>
    elsewhere.every((sentences) => sentences.has(sentence)),
  );
}

/** The refusals that only this operation has. */
export function ownRefusals(
  operation: Operation,
  common: readonly RefusedAnswer[],
): RefusedAnswer[] {
  const known = new Set(common.flatMap(sentencesOf));
  return withSentences(refusedAnswers(operation), (sentence) => !known.has(sentence));
}

const sentencesOf = ({ sentences }: RefusedAnswer): string[] => sentences;

function withSentences(
  answers: readonly RefusedAnswer[],
  isWanted: (sentence: string) => boolean,
): RefusedAnswer[] {
  return answers
    .map((answer) => ({ ...answer, sentences: answer.sentences.filter(isWanted) }))
    .filter(({ sentences }) => sentences.length > 0);
}
