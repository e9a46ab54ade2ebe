import * as z from 'zod/mini';

const recentTemplates = z.array(
  z.object({ id: z.string(), name: z.string(), kind: z.enum(['template', 'partial']) }),
);

type RecentTemplate = z.output<typeof recentTemplates>[number];

const maxKept = 6;

const keyOf = (accountId: string) => `postrider-recent:${accountId}`;

// Closing the tab forgets them.
export function recentlyOpened(accountId: string): RecentTemplate[] {
  try {
    return recentTemplates.parse(JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function rememberOpened(accountId: string, opened: RecentTemplate): void {
  const others = recentlyOpened(accountId).filter(({ id }) => id !== opened.id);
  try {
    sessionStorage.setItem(keyOf(accountId), JSON.stringify([opened, ...others].slice(0, maxKept)));
  } catch {
    // Without storage the palette names no recent templates.
  }
}
