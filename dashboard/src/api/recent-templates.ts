import * as z from 'zod/mini';

const recentTemplates = z.array(
  z.object({ id: z.string(), name: z.string(), kind: z.enum(['template', 'partial']) }),
);

type RecentTemplate = z.output<typeof recentTemplates>[number];

/** At most this many are kept. */
const maxKept = 6;

const keyOf = (accountId: string) => `postrider-recent:${accountId}`;

/** The templates that were opened in this tab, the last one first. Closing the tab forgets them. */
export function recentlyOpened(accountId: string): RecentTemplate[] {
  try {
    return recentTemplates.parse(JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Puts a template in front of those that were opened before. */
export function rememberOpened(accountId: string, opened: RecentTemplate): void {
  const others = recentlyOpened(accountId).filter(({ id }) => id !== opened.id);
  try {
    sessionStorage.setItem(keyOf(accountId), JSON.stringify([opened, ...others].slice(0, maxKept)));
  } catch {
    // Without storage the palette names no recent templates.
  }
}
