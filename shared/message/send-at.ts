import * as z from 'zod/mini';
import { maxScheduledDays } from '../engine/limits.ts';

/** When a message is to be sent, in milliseconds since 1970, or why the field cannot be used. */
export type SendAt =
  | { ok: true; sendAtMs: number }
  | { ok: false; field: '_sendAt'; error: string };

/** A time at most this far in the past means now: the request took a while, or the caller's clock is slow. */
const lateMs = 60_000;

const maxAheadMs = maxScheduledDays * 24 * 60 * 60 * 1000;

const time = z.iso.datetime({ offset: true });

/** Reads `_sendAt`: a time of RFC 3339 with its offset, at most 60 seconds in the past and 365 days ahead. */
export function readSendAt(text: string, nowMs: number): SendAt {
  const expected = '_sendAt must be a time with its offset, such as 2026-12-24T09:00:00Z';
  if (!z.safeParse(time, text).success) return problem(expected);
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return problem(expected);
  if (atMs < nowMs - lateMs) return problem('_sendAt is in the past');
  if (atMs > nowMs + maxAheadMs) {
    return problem(`_sendAt is more than ${maxScheduledDays} days ahead`);
  }
  return { ok: true, sendAtMs: Math.max(atMs, nowMs) };
}

function problem(error: string): SendAt {
  return { ok: false, field: '_sendAt', error };
}
