import * as z from 'zod/mini';
import type { LogEnd } from '../../shared/http/log-line.ts';
import type { Pause } from '../../shared/pause.ts';
import type { Right } from '../../shared/people/roles.ts';
import { type Method, type PathOf, rightOf } from './access.ts';
import type { Page, Pause as ShownPause } from './contracts/common.ts';
import { invalid } from './problems.ts';
import { type ManageRequest, queryPlace } from './request.ts';

/** One method of a path below `/manage/v1`, in the syntax of Hono's routers. */
export interface Route {
  method: Method;
  path: string;
  right: Right;
  answer: (request: ManageRequest) => Promise<RouteAnswer>;
}

export function route<M extends Method>(
  method: M,
  path: PathOf<M>,
  answer: Route['answer'],
): Route {
  return { method, path, right: rightOf(method, path), answer };
}

export interface RouteAnswer {
  status: number;
  /** Undefined if the answer has no body. */
  body?: object | null;
  headers?: Record<string, string>;
  /** Why a part is missing; only the log shows it. */
  fault?: unknown;
  /** What the log line says of a mail that was sent, or of a draft that was published without an approval. */
  sent?: Pick<LogEnd, 'keyId' | 'templateId' | 'messageId' | 'override'>;
}

type ReadonlyIn<T> = T extends object ? { readonly [K in keyof T]: ReadonlyIn<T[K]> } : T;

export function ok(body: object | null, headers?: Record<string, string>): RouteAnswer {
  return { status: 200, body, ...(headers && { headers }) };
}

/** The fields that the contract names: the value may have more. */
export function fieldsOf<S extends z.ZodMiniType>(contract: S, value: ReadonlyIn<z.input<S>>) {
  return z.parse(contract, value);
}

/** A pause in an answer; null if there is none. */
export const shownPause = (pause: Pause | undefined): ShownPause | null =>
  pause ? { at: pause.at, by: pause.by, note: pause.note ?? null } : null;

/** The ETag of a template: its revision in quotes. */
export function etag(revision: number): Record<string, string> {
  return { etag: `"${revision}"` };
}

/** How many items a page has if the request gives no `limit`. */
export const defaultLimit = 50;

/** A page of a list. `next`: where the next page begins; null at the end. */
export function toPage<Item>(items: Item[], next: string | null): Page<Item> {
  return { items, nextCursor: next === null ? null : Buffer.from(next).toString('base64url') };
}

/** The position in a cursor. Throws `invalid` if `isPlace` refuses it, as that of another list. */
export function placeOf(
  cursor: string | undefined,
  isPlace: (text: string) => boolean,
): string | undefined {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, 'base64url').toString();
  if (isPlace(place)) return place;
  throw badCursor();
}

/** RFC 3339, or only a date. Whether `Date` accepts any other text depends on the JavaScript engine. */
const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** The time in a field of the query. Throws `invalid`. */
export function timeOf(field: 'since' | 'until', text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(iso.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  const detail = `${field} must be a time in ISO 8601, such as 2026-01-31T09:30:00Z`;
  throw invalid({ pointer: `${queryPlace}/${field}`, detail });
}

export function badCursor() {
  const detail = 'cursor is not from this list: use the nextCursor of one of its pages';
  return invalid({ code: 'bad-cursor', pointer: `${queryPlace}/cursor`, detail });
}
