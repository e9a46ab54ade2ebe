import * as z from 'zod/mini';
import { type Refusal, refuse } from '../engine/errors.ts';

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of key-value pairs from the caller. The code reads only its own properties and never copies it. */
export const jsonObject = z.custom<Record<string, unknown>>(
  isJsonObject,
  // Only the expected type: `checkContract` builds the sentence from it.
  'an object',
);

export const jsonArray = z.custom<readonly unknown[]>(Array.isArray, 'an array');

export const requiredString = z.string().check(z.minLength(1));

/**
 * Checks a body against a contract, and returns the request without fields that the contract does not name. The refusal
 * names the first wrong field, after `place`. `null` is "not given" for every field, and `""` too for the delivery
 * fields, except for `_sendAt`: "not given" would send the mail at once.
 */
export function checkContract<S extends z.ZodMiniType>(
  schema: S,
  body: Record<string, unknown>,
  place = '',
): z.output<S> {
  const given = schema instanceof z.ZodMiniObject ? pick(body, schema.shape) : givenFields(body);
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  throw refusalFor(parsed.error.issues[0], given, place);
}

/** The fields of a body without those that are not given. It sets no prototype, whatever their names. */
export function givenFields(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(isGiven));
}

/** The given fields that a contract names: a body may have 100,000 others. */
function pick(body: Record<string, unknown>, shape: object): Record<string, unknown> {
  const named = Object.keys(shape).filter((name) => Object.hasOwn(body, name));
  return Object.fromEntries(named.map((name) => [name, body[name]] as const).filter(isGiven));
}

export function isGiven([name, value]: readonly [string, unknown]): boolean {
  if (value === '') return !name.startsWith('_') || name === '_sendAt';
  return value !== null;
}

function refusalFor(
  issue: z.core.$ZodIssue | undefined,
  given: Record<string, unknown>,
  place: string,
): Refusal {
  const path = issue?.path ?? [];
  const field = place + fieldAt(path);
  const value = valueAt(given, path);
  if (value === undefined || issue?.code === 'too_small') return refuse('required', field);
  const expected = issue?.code === 'invalid_type' ? nameOfType(issue.expected) : issue?.message;
  return refuse('wrongType', field, expected ?? 'of another type', typeName(value));
}

const maxShownCharacters = 100;

/** The name of a field, or of a place in one: `_headers.X-Order`, `_attachments[0].name`. */
function fieldAt(path: readonly PropertyKey[]): string {
  const [field, ...rest] = path;
  const steps = rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  const name = String(field) + steps.join('');
  return name.length > maxShownCharacters ? `${name.slice(0, maxShownCharacters)}…` : name;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (Object.hasOwn(Object(value), step) ? Object(value)[step] : undefined),
    body,
  );
}

function nameOfType(expected: string): string {
  if (expected === 'record' || expected === 'object') return 'an object';
  return expected === 'array' ? 'an array' : `a ${expected}`;
}

/** A JSON value's type in words. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
