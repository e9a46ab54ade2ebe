import type { MessageRecord } from '../../message/message.ts';

/** What the summary of a scheduled message depends on, besides its record. */
export interface ScheduleContext {
  nowMs: number;
  /** The current revision of its template; null if the template is deleted; undefined if not known. */
  newest: number | null | undefined;
}

/** For example: "It is scheduled for 2026-12-24 09:00 UTC, in 32 days. It was accepted with revision 7; today's is 9." */
export function summaryOfScheduled(
  { revision }: Pick<MessageRecord, 'revision'>,
  sendAt: string,
  { nowMs, newest }: ScheduleContext,
): string {
  const when = `It is scheduled for ${shortTime(sendAt)}, ${away(Date.parse(sendAt) - nowMs)}.`;
  if (newest === undefined) return when;
  const accepted = `It was accepted with revision ${revision}`;
  if (newest === null) return `${when} ${accepted}; its template is deleted, so it will fail.`;
  return `${when} ${accepted}${newest === revision ? '' : `; today's is ${newest}`}.`;
}

/** `2026-12-24 09:00 UTC`; with seconds if they are not 0. */
export function shortTime(iso: string): string {
  const [, day = '', time = ''] = /^(.{10})T(.{8})/.exec(iso) ?? [];
  return `${day} ${time.replace(/:00$/, '')} UTC`;
}

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** `in 32 days`, `overdue by 3 hours`, `now`: in the largest unit of which the time has at least one. */
function away(ms: number): string {
  const unit = units.find(([, unitMs]) => Math.abs(ms) >= unitMs);
  if (unit === undefined) return ms < 0 ? 'now' : 'in less than a minute';
  const [name, unitMs] = unit;
  const count = Math.floor(Math.abs(ms) / unitMs);
  const span = `${count} ${name}${count === 1 ? '' : 's'}`;
  return ms < 0 ? `overdue by ${span}` : `in ${span}`;
}
