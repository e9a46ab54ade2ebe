/** A time in the reader's zone as ISO 8601 writes it, without the zone: `2026-05-03T14:07:09`. */
export function localTime(time: Date): string {
  const minutes = time.getTimezoneOffset();
  return new Date(time.getTime() - minutes * 60_000).toISOString().slice(0, 19);
}

/** A time to the second, for instance `2026-05-03 14:07:09`. */
export function exactTime(at: string): string {
  return localTime(new Date(at)).replace('T', ' ');
}

/** A time to the minute for a row of a list, for instance `3 May 2026, 14:07`. */
export function shortMoment(at: string): string {
  const time = new Date(at);
  return `${dateWords(time, { month: 'short' })}, ${clock(time, 'minute')}`;
}

/** A time to the minute in words, with the zone, for instance `Sunday, 3 May 2026, 14:07 (UTC+2)`. */
export function momentWords(at: string): string {
  const time = new Date(at);
  return `${longWords(time)}, ${clock(time, 'minute')} (${offsetOf(time)})`;
}

/**
 * A time to the second in the reader's zone and in UTC, for a tooltip: `Sunday, 3 May 2026, 14:07:09 UTC+2, which is
 * 2026-05-03 12:07:09 UTC`.
 */
export function timeWithZone(at: string): string {
  const time = new Date(at);
  const own = `${longWords(time)}, ${clock(time, 'second')} ${offsetOf(time)}`;
  if (time.getTimezoneOffset() === 0) return own;
  return `${own}, which is ${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The reader's zone, in which the dashboard shows times: `Europe/Berlin (UTC+2)`. */
export function readersZone(): string {
  const offset = offsetOf(new Date());
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'UTC' ? timeZone : `${timeZone} (${offset})`;
}

/** `Sunday, 3 May 2026` */
function longWords(time: Date): string {
  return `${wordOf(time, { weekday: 'long' })}, ${dateWords(time, { month: 'long' })}`;
}

/** `3 May 2026` */
function dateWords(time: Date, month: { month: 'short' | 'long' }): string {
  return `${time.getDate()} ${wordOf(time, month)} ${time.getFullYear()}`;
}

function wordOf(time: Date, word: Intl.DateTimeFormatOptions): string {
  return time.toLocaleDateString('en-US', word);
}

/** `14:07` or `14:07:09` */
function clock(time: Date, to: 'minute' | 'second'): string {
  return localTime(time).slice(11, to === 'minute' ? 16 : 19);
}

/** How far the reader's zone is from UTC at a time: `UTC+5:45`. */
function offsetOf(time: Date): string {
  const minutes = -time.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
const yearMs = 365 * dayMs;

/** Each unit, and the distance from which the next one is used, in milliseconds. */
const units = [
  { unit: 'second', ms: 1000, below: minuteMs },
  { unit: 'minute', ms: minuteMs, below: hourMs },
  { unit: 'hour', ms: hourMs, below: dayMs },
  { unit: 'day', ms: dayMs, below: monthMs },
  { unit: 'month', ms: monthMs, below: yearMs },
  { unit: 'year', ms: yearMs, below: Number.POSITIVE_INFINITY },
] as const;

const words = new Intl.RelativeTimeFormat('en');

/**
 * How long ago a time was, or how far ahead it is: `3 minutes ago`, `in 45 days`. The server's clock and the browser's may
 * differ by some seconds, so a time less than 10 seconds away is `just now`.
 */
export function distanceWords(time: Date, now: Date): string {
  const distance = time.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < 10_000) return 'just now';
  const fitting = units.find(({ below }) => size < below) ?? units[5];
  // "In 1 month" may be 30 days or 45.
  const { unit, ms } = distance > dayMs ? units[3] : fitting;
  return words.format(Math.sign(distance) * Math.round(size / ms), unit);
}
