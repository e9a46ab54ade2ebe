/** A time in ISO 8601 as people at this machine read it: `2026-05-01 12:00:00`, in local time. */
export function localTime(iso: string): string {
  // Swedish writes dates in this order and form.
  return new Date(iso).toLocaleString('sv-SE');
}

const spanUnits: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** With a time and without; a time without a zone is local, as is the beginning of a day. */
const isoDate = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** `2h`, `7d`, `2026-05-01` or `2026-05-01T10:00`; null for other texts and for dates that do not exist. */
export function readSince(text: string, now: Date): Date | null {
  const ms = spanMs(text);
  return ms === undefined ? readDate(text, '') : new Date(now.getTime() - ms);
}

/** The milliseconds of `30m`, `2h` or `7d`; undefined for other texts. */
export function spanMs(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/i.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (spanUnits[unit.toLowerCase()] ?? 0);
}

/** The time that `2026-11-21T14:00` or `2026-11-21` means; without a zone it is UTC. Null for a date that does not exist. */
export const readUtc = (text: string): Date | null => readDate(text, 'Z');

/** `zone`: `Z` for UTC, or empty for local time, if the text has none. */
function readDate(text: string, zone: 'Z' | ''): Date | null {
  if (!isoDate.test(text) || !isCalendarDate(text.slice(0, 10))) return null;
  const whole = text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T');
  const time = new Date(/(Z|[+-]\d\d:\d\d)$/.test(whole) ? whole : whole + zone);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** `Date` reads 30 February as 2 March. */
function isCalendarDate(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
