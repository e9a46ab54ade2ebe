import * as z from 'zod/mini';

const recentTemplates = z.array(
  z.object({ id: z.string(), name: z.string(), kind: z.enum(['template', 'partial']) }),
);

/** A template as the palette names it. */
export type RecentTemplate = z.output<typeof recentTemplates>[number];

/** At most this many are kept. */
const maxKept = 6;

const keyOf = (accountId: string) => `postrider-recent:${accountId}`;

/** The templates that were opened in this tab, the last one first. Closing the tab forgets them. */
export function recentlyOpened(storage: Storage, accountId: string): RecentTemplate[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(accountId)) ?? '[]');
    return recentTemplates.safeParse(kept).data ?? [];
  } catch {
    return [];
  }
}

/** Puts a template in front of those that were opened before. */
export function rememberOpened(
  storage: Storage,
  accountId: string,
  { id, name, kind }: RecentTemplate,
): void {
  const others = recentlyOpened(storage, accountId).filter((each) => each.id !== id);
  try {
    const kept = [{ id, name, kind }, ...others].slice(0, maxKept);
    storage.setItem(keyOf(accountId), JSON.stringify(kept));
  } catch {
    // Without storage the palette names no recent templates.
  }
}
