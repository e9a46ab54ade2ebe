import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  type DraftSummary,
  type NewTemplate,
  type Template,
  template,
} from '../../../functions/manage/contracts/templates.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { useTemplatesChanged } from './templates.ts';
import { useRead } from './use-read.ts';

const keyOf = (id: string) => ['templates', 'draft', id];
const draftPath = (id: string) => `/templates/${encodeURIComponent(id)}/draft`;

/** The draft's ETag: each save of it has another. */
export const draftTag = ({ createdAt }: DraftSummary) => Date.parse(createdAt);

export function useStoredDraft(id: string, enabled = true) {
  const read = { queryKey: keyOf(id), path: draftPath(id), answer: template };
  return useRead({ ...read, staleTime: 0, enabled });
}

export const readStoredDraft = (id: string) => call(draftPath(id), template);

/** The whole draft, the served revision that it is made from, and the tag of the draft that it replaces. */
export type DraftSave = Omit<NewTemplate, 'id' | 'kind'> & {
  from: number;
  replaces: number | null;
};

export function saveStoredDraft(id: string, { replaces, ...body }: DraftSave) {
  const there = replaces === null ? { ifNone: true } : { ifMatch: replaces };
  return call(draftPath(id), template, { method: 'PUT', body, ...there });
}

export const discardStoredDraft = (id: string, tag: number) =>
  callForEmptyAnswer(draftPath(id), { method: 'DELETE', ifMatch: tag });

/** `over` is the served revision that the user compared with the draft; 0 if none is served. */
export const publishStoredDraft = (
  id: string,
  to: { tag: number; over: number; note?: string },
) => {
  const { tag, ...body } = to;
  return call(`${draftPath(id)}/publish`, template, { method: 'POST', body, ifMatch: tag });
};

/** `leave` leaves the draft's page, before the draft is gone from it. */
export function usePublishDraft(id: string, leave: (published: Template) => unknown) {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: (to: Parameters<typeof publishStoredDraft>[1]) => publishStoredDraft(id, to),
    onSuccess: async (saved) => {
      await leave(saved);
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
    (stored: Template | null) => {
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
