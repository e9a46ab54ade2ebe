import * as z from 'zod/mini';
import { refuse } from '../../shared/engine/errors.ts';

const time = z.iso.datetime({ offset: true });

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a time of RFC 3339 (`2026-05-01T10:00:00Z`) or a span before now (`30m`, `2h`, `2d`). Returns milliseconds
 * since 1970, never less than 0. Throws the refusal `wrongType` for any other text.
 */
export function readSince(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, nowMs - Number(count) * (unitMs[unit] ?? 0));
  if (z.safeParse(time, text).success) return Math.max(0, Date.parse(text));
  const expected = 'a time such as 2026-05-01T10:00:00Z, or a span such as 30m, 2h or 2d';
  throw refuse('wrongType', 'since', expected, 'another text');
}
