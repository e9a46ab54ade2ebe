import { authorWords } from '../../parts/author-words.ts';

const words = new Map([
  ['push', 'pushed from files'],
  ['dashboard', 'published in the dashboard'],
  ['mcp', 'saved by an agent'],
  ['deploy', 'made by the deployment'],
]);

/** Follows the author's name in a sentence: "published in the dashboard". */
export function howWords(how: string): string {
  const told = how
    .replace(/^(restore of|rollback to) /, 'went back to revision ')
    .replace(/^promote from /, 'promoted from ')
    .replace('publish of draft by local', 'published a draft')
    .replace(/^publish of draft by /, 'published the draft of ');
  return words.get(how) ?? told;
}

type Who = { by: string | null; how: string | null; approvedBy?: readonly string[] };

/** `eva@example.com, published in the dashboard, approved by ben@example.com`; empty if it was not recorded. */
export function whoWords({ by, how, approvedBy = [] }: Who): string {
  if (by === null) return '';
  const approved =
    approvedBy.length > 0 && `approved by ${approvedBy.map(authorWords).join(' and ')}`;
  return [authorWords(by), how && howWords(how), approved].filter(Boolean).join(', ');
}

const day: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };

/** Puts a list, the newest first, under a heading for each day in the reader's zone. */
export function byDay<Item extends { createdAt: string }>(items: readonly Item[], now: Date) {
  const days = Map.groupBy(items, ({ createdAt }) => dayWords(new Date(createdAt), now));
  return [...days].map(([name, ofDay]) => ({ day: name, items: ofDay }));
}

function dayWords(time: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (time.toDateString() === now.toDateString()) return 'Today';
  if (time.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const year = time.getFullYear() !== now.getFullYear() && ({ year: 'numeric' } as const);
  return time.toLocaleDateString('en-GB', { ...day, ...year });
}
