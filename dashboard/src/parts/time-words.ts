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
