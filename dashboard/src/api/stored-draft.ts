import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type DraftSummary,
  type NewTemplate,
  template,
} from '../../../functions/manage/contracts/templates.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { useTemplatesChanged } from './templates.ts';
import { useRead } from './use-read.ts';

const keyOf = (id: string) => ['templates', 'draft', id];

/** The draft's ETag: each save of it has another. */
export const draftTag = ({ createdAt }: DraftSummary) => Date.parse(createdAt);

/** Reads the stored draft as a template. Its revision is the draft's number. */
export function useStoredDraft(id: string) {
  return useRead({ queryKey: keyOf(id), path: draftPath(id), answer: template, staleTime: 0 });
}

/** `over` is the served revision that the user compared with the draft. */
export function usePublishDraft(id: string) {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ tag, over }: { tag: number; over: number }) =>
      call(`${draftPath(id)}/publish`, template, {
        method: 'POST',
        body: { over },
        ifMatch: tag,
      }),
    onSuccess: (saved) => changed(saved),
  });
}

/** `leave` leaves the draft's page, before it reads a draft that is gone. */
export function useDiscardDraft(id: string, leave: () => void | Promise<void>) {
  const queries = useQueryClient();
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: (tag: number) =>
      callForEmptyAnswer(draftPath(id), { method: 'DELETE', ifMatch: tag }),
    onSuccess: async () => {
      await leave();
      queries.removeQueries({ queryKey: keyOf(id) });
      await changed();
    },
  });
}

const draftPath = (id: string) => `/templates/${encodeURIComponent(id)}/draft`;

/** The whole draft, the served revision that it is made from, and the tag of the stored draft that it replaces. */
type DraftSave = Omit<NewTemplate, 'id' | 'kind'> & { from: number; replaces: number | null };

export function useSaveDraft(id: string) {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ replaces, ...body }: DraftSave) => {
      const there = replaces === null ? { ifNone: true } : { ifMatch: replaces };
      return call(draftPath(id), template, { method: 'PUT', body, ...there });
    },
    // Also after a refusal: another user may have saved a draft, which the editor then names.
    onSettled: () => changed(),
  });
}
