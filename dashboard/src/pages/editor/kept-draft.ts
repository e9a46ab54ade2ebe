import * as z from 'zod/mini';
import type { DraftState } from './draft.ts';

const keptDraft = z.object({
  revision: z.number(),
  draft: z.object({
    name: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.nullable(z.string()),
    testData: z.string(),
    flow: z.nullable(z.unknown()),
  }),
});

/** Unsaved changes, and the revision that they began from. */
export type KeptDraft = z.output<typeof keptDraft>;

/** A draft belongs to an account: another one may have a template of the same id. */
export function draftKey(accountId: string, templateId: string): string {
  return `postrider-draft:${accountId}:${templateId}`;
}

/**
 * Keeps a draft over a reload of this tab; other tabs have their own. False where the browser has
 * no room for it.
 */
export function keepDraft(storage: Storage, key: string, { revision, draft }: DraftState): boolean {
  try {
    storage.setItem(key, JSON.stringify({ revision, draft }));
    return true;
  } catch {
    // An older one in its place would bring back what nobody wants any more.
    forgetDraft(storage, key);
    return false;
  }
}

/** Null where nothing is kept, or nothing that can be read. */
export function readKeptDraft(storage: Storage, key: string): KeptDraft | null {
  try {
    return keptDraft.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export function forgetDraft(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // A browser that keeps nothing for this page has nothing to forget.
  }
}
