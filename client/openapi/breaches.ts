import type { Endpoint } from '../../lib/routes.ts';
import { openApi } from './document.ts';
import { type Example, refusalsOf } from './refusals.ts';

interface Promised {
  content: { 'application/json': { schema: { $ref: string } } };
  headers: Record<string, { $ref: string }>;
}

/** Whether a value fits a schema; `errors` has the faults. */
export type Check = ((value: unknown) => boolean) & { errors?: unknown };

/** An answer of a route, its headers by their names in lower case. */
export interface RouteAnswer {
  status: number;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  text: string;
}

/** The differences between answers and the document. `checks`: the document's schemas by name. */
export function breachesBy(
  checks: Readonly<Record<string, Check>>,
): (endpoint: Endpoint, answer: RouteAnswer, body?: unknown) => unknown[] {
  const { paths } = openApi();
  return (endpoint, { status, headers, text }, body) => {
    const { requestBody, responses } = paths[`/${endpoint}`]?.post ?? {};
    const promise = new Map<string, Promised>(Object.entries(responses ?? {})).get(String(status));
    if (!promise) return [{ unpromised: status }];
    const answer = JSON.parse(text);
    return [
      ...misfits(checks, promise.content, answer),
      ...missingOrUnknown(headers, promise.headers),
      ...(status === 200 ? [] : unknownSentence(endpoint, status, answer.error)),
      ...(status === 200 && body !== undefined
        ? misfits(checks, requestBody?.content, given(body))
        : []),
    ];
  };
}

/** Without the fields that count as not given: empty ones whose name starts with `_`. */
function given(body: unknown): unknown {
  const fields = Object.entries(body as object);
  return Object.fromEntries(fields.filter(([name, value]) => value !== '' || name[0] !== '_'));
}

function misfits(
  checks: Readonly<Record<string, Check>>,
  content: Promised['content'] | undefined,
  value: unknown,
): unknown[] {
  const name = content?.['application/json'].schema.$ref.split('/').at(-1) ?? '';
  const check = checks[name];
  if (!check) throw new Error(`The document has no schema ${name}`);
  return check(value) ? [] : [{ name, errors: check.errors, value }];
}

/** The service's own headers that are missing from an answer, or that the document does not promise. */
function missingOrUnknown(received: RouteAnswer['headers'], promised: Promised['headers']) {
  const names = new Map(
    Object.entries(promised).map(([name, { $ref }]) => [name.toLowerCase(), $ref]),
  );
  const own = ['x-request-id', 'retry-after', 'idempotent-replayed', 'x-message-id'];
  return [...own, 'x-postrider-ignored'].filter((name) => {
    const reference = names.get(name) ?? '';
    if (received[name] !== undefined) return reference === '';
    return ['RequestId', 'RetryAfter'].includes(reference.split('/').at(-1) ?? '');
  });
}

function unknownSentence(endpoint: Endpoint, status: number, error: unknown): unknown[] {
  const known = refusalsOf(endpoint).filter((refusal) => refusal.status === status);
  const isKnown = known.some((refusal) => isSentenceOf(refusal, String(error)));
  return isKnown ? [] : [{ status, error }];
}

/** Whether a sentence is the refusal's, with any details. */
function isSentenceOf({ sentence, details }: Example, error: string): boolean {
  const fixed = details.reduce((text, detail) => text.replace(detail, '\0'), sentence);
  const pattern = fixed.split('\0').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`, 's').test(error);
}

/** The document's schemas, changed so that an answer with any other field does not fit. */
export function answerShapes(): { schemas: Record<string, unknown>; names: string[] } {
  const { schemas } = openApi().components;
  return { schemas: closed(schemas) as Record<string, unknown>, names: Object.keys(schemas) };
}

function closed(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each));
  if (typeof schema !== 'object' || schema === null || name.endsWith('Request')) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, closed(value, key)]);
  const isShape = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return { ...Object.fromEntries(parts), ...(isShape && { additionalProperties: false }) };
}
