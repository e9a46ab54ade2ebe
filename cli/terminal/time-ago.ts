const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

const words = new Intl.RelativeTimeFormat('en');

/** How long ago a time was, in its largest whole unit: `2 hours ago`. A clock that is behind gives `0 seconds ago`. */
export function timeAgo(time: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - time.getTime());
  const [unit, length] = units.find(([, each]) => ms >= each) ?? ['second', 1000];
  return words.format(-Math.floor(ms / length), unit);
}
