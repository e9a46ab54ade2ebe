import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { openApi } from '../../../openapi/document.ts';
import { type Example, refusalsOf } from '../../../openapi/refusals.ts';
import { type Endpoint, routes } from '../../../shared/routes.ts';
import { promisedShapes } from '../run/promised-shapes.ts';
import { dataFolder } from './deployment.ts';
import type { Received } from './exchange.ts';

interface Promised {
  content: { 'application/json': { schema: { $ref: string } } };
  headers: Record<string, { $ref: string }>;
}

type Check = ((value: unknown) => boolean) & { errors?: unknown };

const shapes: Record<string, Check> = await import(
  pathToFileURL(join(dataFolder, promisedShapes)).href
);
const { paths } = openApi();

/** Holds an answer to what docs/openapi.json promises of it, where it is one of a route of the document. */
export function expectPromised(
  path: string,
  { status, headers, text }: Received,
  body: unknown,
): void {
  const endpoint = path.replace('/v1/', '') as Endpoint;
  // Headers over the limit are refused before there is a route.
  if (!Object.hasOwn(routes, endpoint) || status === 431) return;
  const { requestBody, responses } = paths[`/${endpoint}`]?.post ?? {};
  const promise = new Map<string, Promised>(Object.entries(responses ?? {})).get(String(status));
  const answer = JSON.parse(text);

  expect({ status, isPromised: promise !== undefined }).toEqual({ status, isPromised: true });
  expect(fits(promise?.content, answer)).toEqual('fits');
  expect(lostOrUnknown(headers, promise?.headers ?? {})).toEqual([]);
  if (status !== 200) {
    const known = refusalsOf(endpoint).filter((refusal) => refusal.status === status);
    expect(known.some((refusal) => saysSo(refusal, answer.error)) || answer.error).toBe(true);
  } else if (body !== undefined) expect(fits(requestBody?.content, given(body))).toEqual('fits');
}

/** Without what counts as not given, whatever type the field has. */
function given(body: unknown): unknown {
  const fields = Object.entries(body as object);
  return Object.fromEntries(fields.filter(([name, value]) => value !== '' || name[0] !== '_'));
}

/** Where the value does not fit, what does not. */
function fits(content: Promised['content'] | undefined, value: unknown): unknown {
  const name = content?.['application/json'].schema.$ref.split('/').at(-1) ?? '';
  const check = shapes[name];
  if (!check) throw new Error(`The document has no schema ${name}`);
  return check(value) ? 'fits' : { name, errors: check.errors, value };
}

/** Headers of ours: those that are promised and not there, and those that are there unpromised. */
function lostOrUnknown(received: Received['headers'], promised: Promised['headers']) {
  const names = new Map(
    Object.entries(promised).map(([name, { $ref }]) => [name.toLowerCase(), $ref]),
  );
  return ['x-request-id', 'retry-after', 'idempotent-replayed'].filter((name) => {
    const reference = names.get(name) ?? '';
    if (received[name] !== undefined) return reference === '';
    return ['RequestId', 'RetryAfter'].includes(reference.split('/').at(-1) ?? '');
  });
}

/** Whether a sentence is the refusal's, whatever it names. */
function saysSo({ sentence, details }: Example, error: string): boolean {
  const fixed = details.reduce((text, detail) => text.replace(detail, '\0'), sentence);
  const pattern = fixed.split('\0').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`, 's').test(error);
}
