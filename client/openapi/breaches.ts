import type { Endpoint } from '../../lib/routes.ts';
import { openApi } from './document.ts';
import { type Example, refusalsOf } from './refusals.ts';

interface Promised {
  content: { 'application/json': { schema: { $ref: string } } };
  headers: Record<string, { $ref: string }>;
}

/** Whether a value fits a schema; what does not is in `errors`. */
export type Check = ((value: unknown) => boolean) & { errors?: unknown };

/** An answer of a route, its headers by their names in lower case. */
export interface RouteAnswer {
  status: number;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  text: string;
}

/**
 * Holds answers of the document's routes to it: status, shape, headers and sentence. `checks` are its
 * schemas by their names. What it gives is where an answer departs, nothing where it does not.
 */
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
      ...lostOrUnknown(headers, promise.headers),
      ...(status === 200 ? [] : unknownSentence(endpoint, status, answer.error)),
      ...(status === 200 && body !== undefined
        ? misfits(checks, requestBody?.content, given(body))
        : []),
    ];
  };
}

/** Without what counts as not given, whatever type the field has. */
function given(body: unknown): unknown {
  const fields = Object.entries(body as object);
  return Object.fromEntries(fields.filter(([name, value]) => value !== '' || name[0] !== '_'));
}

/** Where the value does not fit, what does not. */
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

/** Headers of ours: those that are promised and not there, and those that are there unpromised. */
function lostOrUnknown(received: RouteAnswer['headers'], promised: Promised['headers']) {
  const names = new Map(
    Object.entries(promised).map(([name, { $ref }]) => [name.toLowerCase(), $ref]),
  );
  return ['x-request-id', 'retry-after', 'idempotent-replayed'].filter((name) => {
    const reference = names.get(name) ?? '';
    if (received[name] !== undefined) return reference === '';
    return ['RequestId', 'RetryAfter'].includes(reference.split('/').at(-1) ?? '');
  });
}

function unknownSentence(endpoint: Endpoint, status: number, error: unknown): unknown[] {
  const known = refusalsOf(endpoint).filter((refusal) => refusal.status === status);
  const isKnown = known.some((refusal) => saysSo(refusal, String(error)));
  return isKnown ? [] : [{ status, error }];
}

/** Whether a sentence is the refusal's, whatever it names. */
function saysSo({ sentence, details }: Example, error: string): boolean {
  const fixed = details.reduce((text, detail) => text.replace(detail, '\0'), sentence);
  const pattern = fixed.split('\0').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`, 's').test(error);
}
