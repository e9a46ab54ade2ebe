import * as z from 'zod/mini';
import { templateContent } from '../../../functions/manage/contracts/templates.ts';
import { changesIn, type DraftState } from './draft.ts';

const keptDraft = z.object({
  revision: z.number(),
  /** The stored draft that they belong to; null if there was none. */
  stored: z._default(z.nullable(z.object({ tag: z.number(), from: z.number() })), null),
  changes: z.partial(z.object({ ...templateContent.shape, testData: z.string() })),
});

export type KeptDraft = z.output<typeof keptDraft>;

/** The key names the account: another account may have a template with the same id. */
export function draftKey(accountId: string, templateId: string): string {
  return `postrider-draft:${accountId}:${templateId}`;
}

/** Keeps a draft for a reload of this tab. Returns false if the browser has no storage left. */
export function keepDraft(storage: Storage, key: string, state: DraftState): boolean {
  try {
    const { revision, stored } = state;
    const of = stored && { tag: stored.tag, from: stored.from };
    const kept: KeptDraft = { revision, stored: of, changes: changesIn(state) };
    storage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    // An older stored draft would bring back what the author has since replaced.
    forgetDraft(storage, key);
    return false;
  }
}

export function readKeptDraft(storage: Storage, key: string): KeptDraft | null {
  try {
    return keptDraft.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export function forgetDraft(storage: Storage, key: string): void {
  storage.removeItem(key);
}
