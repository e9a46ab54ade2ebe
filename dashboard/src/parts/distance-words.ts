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
