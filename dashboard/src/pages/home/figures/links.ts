import type { Measure } from './measures.ts';

/** The messages of a measure, narrowed by these filters of their list. */
export function messagesPath(
  { state }: Pick<Measure, 'state'>,
  filters: Readonly<Record<string, string>>,
): string {
  return `/messages?${new URLSearchParams({ ...(state && { state }), ...filters })}`;
}
