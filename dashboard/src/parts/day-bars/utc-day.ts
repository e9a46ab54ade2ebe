/** Days in UTC, whatever the reader's zone: `2026-11-23` is the same day for all who look at it. */
const wordsOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (date: string) => format.format(new Date(date));
};

/** A day under a bar: `23 Nov`. */
export const shortDay = wordsOf({ day: 'numeric', month: 'short' });

/** A day in a table or a sentence: `Mon 23 Nov`. */
export const weekDay = wordsOf({ weekday: 'short', day: 'numeric', month: 'short' });
