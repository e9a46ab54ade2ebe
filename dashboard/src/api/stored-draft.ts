import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import {
  draftReplay,
  type StoredDraft,
  storedDraft,
} from '../../../functions/manage/contracts/drafts.ts';
import {
  type DraftSummary,
  type NewTemplate,
  type SavedTemplate,
  savedTemplate,
  type Template,
} from '../../../functions/manage/contracts/templates.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { templatePathOf, useTemplatesChanged } from './templates.ts';
import { useRead } from './use-read.ts';

const keyOf = (id: string) => ['templates', 'draft', id];
const draftPath = (id: string) => `${templatePathOf(id)}/draft`;

/** The draft's ETag: each save of it has another. */
export const draftTag = ({ createdAt }: DraftSummary) => Date.parse(createdAt);

export function useStoredDraft(id: string, enabled = true) {
  const read = { queryKey: keyOf(id), path: draftPath(id), answer: storedDraft };
  return useRead({ ...read, staleTime: 0, enabled });
}

export const readStoredDraft = (id: string) => call(draftPath(id), storedDraft);

/** The whole draft, the served revision that it is made from, and the tag of the draft that it replaces. */
export type DraftSave = Omit<NewTemplate, 'id'> & {
  from: number;
  replaces: number | null;
};

export function saveStoredDraft(id: string, { replaces, ...body }: DraftSave) {
  const there = replaces === null ? { ifNone: true } : { ifMatch: replaces };
  return call(draftPath(id), storedDraft, { method: 'PUT', body, ...there });
}

/** How kept mails change with the draft as it is; null for a partial. */
export function useDraftReplay({ id, hash, revision }: StoredDraft, enabled: boolean) {
  const path = `${draftPath(id)}/replay`;
  return useQuery({
    queryKey: [...keyOf(id), 'replay', hash, revision],
    queryFn: ({ signal }) => call(path, z.nullable(draftReplay), { method: 'POST', signal }),
    staleTime: 60_000,
    enabled,
  });
}

/** Approves the draft as the page shows it. If it is not that any more, the page shows the new one. */
export function useApproveDraft(id: string) {
  const tell = useStoredDraftChanged(id);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ tag, hash }: { tag: number; hash: string }) =>
      call(`${draftPath(id)}/approve`, storedDraft, {
        ...{ method: 'POST', body: { hash }, ifMatch: tag },
      }),
    onSuccess: tell,
    onError: () => queries.invalidateQueries({ queryKey: ['templates'] }),
  });
}

export const discardStoredDraft = (id: string, tag: number) =>
  callForEmptyAnswer(draftPath(id), { method: 'DELETE', ifMatch: tag });

/**
 * `over` is the served revision that the user compared with the draft; 0 if none is served. `override` says why it is
 * published without the approval that the account requires.
 */
export const publishStoredDraft = (
  id: string,
  to: { tag: number; over: number; note?: string; override?: string },
) => {
  const { tag, ...body } = to;
  return call(`${draftPath(id)}/publish`, savedTemplate, { method: 'POST', body, ifMatch: tag });
};

/** `leave` leaves the draft's page, before the draft is gone from it. */
export function usePublishDraft(id: string, leave: (published: SavedTemplate) => unknown) {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: (to: Parameters<typeof publishStoredDraft>[1]) => publishStoredDraft(id, to),
    onSuccess: async (published) => {
      await leave(published);
      const { dependents: _, ...saved } = published;
      await changed(saved);
    },
  });
}

/** `leave` leaves the draft's page, before it reads a draft that is gone. */
export function useDiscardDraft(id: string, leave: () => void | Promise<void>) {
  const tell = useStoredDraftChanged(id);
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: (tag: number) => discardStoredDraft(id, tag),
    onSuccess: async () => {
      await leave();
      tell(null);
      await changed();
    },
  });
}

/** Shows a draft that this page stored, without a request; null: it was discarded. */
export function useStoredDraftChanged(id: string) {
  const queries = useQueryClient();
  return useCallback(
    (stored: StoredDraft | null) => {
      if (stored) queries.setQueryData(keyOf(id), stored);
      else queries.removeQueries({ queryKey: keyOf(id) });
      queries.setQueryData<Template>(['templates', 'one', id], (served) =>
        served ? { ...served, draft: stored?.draft ?? null } : served,
      );
      void queries.invalidateQueries({ queryKey: ['templates', 'list'] });
    },
    [queries, id],
  );
}
