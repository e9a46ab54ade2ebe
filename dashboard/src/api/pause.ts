import { apiKey } from '../../../functions/manage/contracts/api-keys.ts';
import type { Pause } from '../../../functions/manage/contracts/common.ts';
import { revisionPage, templateSummary } from '../../../functions/manage/contracts/templates.ts';
import { call } from './call.ts';
import { useChanging, useRead } from './use-read.ts';

/** A template or an API key, which can be paused. */
export interface Pausable {
  kind: 'template' | 'key';
  id: string;
  name: string;
  paused: Pause | null;
}

/** Pauses it with a note, or resumes it (null). Every list that shows it is read again. */
export function useChangePause({ kind, id }: Pausable) {
  const path = encodeURIComponent(id);
  const change = async (note: string | null) => {
    const body = note === null ? { state: 'active' } : { state: 'paused', note };
    const options = { method: 'PATCH', body } as const;
    if (kind === 'key') await call(`/api-keys/${path}`, apiKey, options);
    else await call(`/templates/${path}`, templateSummary, options);
  };
  return useChanging(change, ['templates'], ['api-keys'], ['overview']);
}

export function useTemplatePauses(id: string) {
  return useRead({
    queryKey: ['templates', 'pauses', id],
    path: `/templates/${encodeURIComponent(id)}/revisions`,
    query: { limit: 1 },
    answer: revisionPage,
    select: ({ pauses }) => pauses,
  });
}
