/** In the reader's zone, without the zone: `2026-05-03T14:07:09`. */
export function localTime(time: Date): string {
  const minutes = time.getTimezoneOffset();
  return new Date(time.getTime() - minutes * 60_000).toISOString().slice(0, 19);
}

/** `2026-05-03 14:07:09`. */
export function exactTime(at: string): string {
  return localTime(new Date(at)).replace('T', ' ');
}

/** `3 May 2026, 14:07`. */
export const shortMoment = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** `3 November 2026`. */
export const longDay = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' });

const long: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'shortOffset',
};

/** `Sunday, 3 May 2026 at 14:07 GMT+2`. */
export const momentWords = (at: string): string => new Date(at).toLocaleString('en-GB', long);

/** For a tooltip: `Sunday, 3 May 2026 at 14:07:09 GMT+2, which is 2026-05-03 12:07:09 UTC`. */
export function timeWithZone(at: string): string {
  const time = new Date(at);
  const utc = time.toISOString().slice(0, 19).replace('T', ' ');
  return `${time.toLocaleString('en-GB', { ...long, second: '2-digit' })}, which is ${utc} UTC`;
}

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
const yearMs = 365 * dayMs;

const units = [
  { unit: 'second', ms: 1000, below: minuteMs },
  { unit: 'minute', ms: minuteMs, below: hourMs },
  { unit: 'hour', ms: hourMs, below: dayMs },
  { unit: 'day', ms: dayMs, below: monthMs },
  { unit: 'month', ms: monthMs, below: yearMs },
  { unit: 'year', ms: yearMs, below: Number.POSITIVE_INFINITY },
] as const;

const words = new Intl.RelativeTimeFormat('en');

/** `3 minutes ago`, `in 45 days`; below 10 seconds `just now`, because the clocks of server and browser may differ. */
export function distanceWords(time: Date, now: Date): string {
  const distance = time.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < 10_000) return 'just now';
  const fitting = units.find(({ below }) => size < below) ?? units[5];
  // "In 1 month" may be 30 days or 45.
  const { unit, ms } = distance > dayMs ? units[3] : fitting;
  return words.format(Math.sign(distance) * Math.round(size / ms), unit);
}
