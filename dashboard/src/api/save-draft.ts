import { useMutation } from '@tanstack/react-query';
import { type NewTemplate, template } from '../../../functions/manage/contracts/templates.ts';
import { call } from './call.ts';
import { useTemplatesChanged } from './templates.ts';

export const draftPath = (id: string) => `/templates/${encodeURIComponent(id)}/draft`;

/** The whole draft, the served revision that it is made from, and the number of the stored draft that it replaces. */
interface DraftSave extends Omit<NewTemplate, 'id' | 'kind'> {
  from: number;
  replaces: number | null;
}

export function useSaveDraft(id: string) {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ replaces, ...body }: DraftSave) => {
      const there = replaces === null ? { ifNone: true } : { ifMatch: replaces };
      return call(draftPath(id), template, { method: 'PUT', body, ...there });
    },
    // Also after a refusal: somebody else may have saved a draft, which the editor then names.
    onSettled: () => changed(),
  });
}
