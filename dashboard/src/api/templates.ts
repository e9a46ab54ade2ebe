import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  type NewTemplate,
  revision,
  revisionSummary,
  template,
  templateSummary,
} from '../../../functions/manage/contracts/templates.ts';
import { type TestSend, testSent } from '../../../functions/manage/contracts/test-send.ts';
import { call, callForNothing } from './call.ts';

const templatePage = pageOf(templateSummary);
const revisionPage = pageOf(revisionSummary);

const pathOf = (id: string) => `/templates/${encodeURIComponent(id)}`;

/** Of the templates whose ids begin with `search`, page after page. */
export function useTemplates(search: string) {
  return useInfiniteQuery({
    queryKey: ['templates', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call('/templates', templatePage, { query: { search, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The first hundred ids that begin with `start`: which of them are taken already. */
export function useIdsFrom(start: string) {
  return useQuery({
    queryKey: ['templates', 'ids', start],
    queryFn: async ({ signal }) => {
      const query = { search: start, limit: 100 };
      const { items } = await call('/templates', templatePage, { query, signal });
      return items.map(({ id }) => id);
    },
    enabled: start !== '',
  });
}

/** As it is now: whoever writes begins from nothing older. */
export function useTemplate(id: string) {
  return useQuery({
    queryKey: ['templates', 'one', id],
    queryFn: ({ signal }) => readTemplate(id, signal),
    staleTime: 0,
  });
}

export function readTemplate(id: string, signal?: AbortSignal) {
  return call(pathOf(id), template, signal ? { signal } : {});
}

export function useCreateTemplate() {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: (body: NewTemplate) => call('/templates', template, { method: 'POST', body }),
    onSuccess: changed,
  });
}

/** What is saved of a template, and the revision that it was written from. */
export interface TemplateSave extends Omit<NewTemplate, 'id'> {
  ifMatch: number;
}

export function saveTemplate(id: string, { ifMatch, ...body }: TemplateSave) {
  return call(pathOf(id), template, { method: 'PUT', body, ifMatch });
}

export function useDeleteTemplate() {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ id, revision }: { id: string; revision: number }) =>
      callForNothing(pathOf(id), { method: 'DELETE', ifMatch: revision }),
    onSuccess: changed,
  });
}

/** Lets everything that shows templates read them again. */
export function useTemplatesChanged() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['templates'] });
}

export function useRevisions(id: string) {
  return useInfiniteQuery({
    queryKey: ['templates', 'revisions', id],
    queryFn: ({ pageParam, signal }) =>
      call(`${pathOf(id)}/revisions`, revisionPage, { query: { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** One revision. What it says never changes, only whether it is the current one. */
export function useRevision(id: string, number: number) {
  return useQuery({
    queryKey: ['templates', 'revision', id, number],
    queryFn: ({ signal }) => call(`${pathOf(id)}/revisions/${number}`, revision, { signal }),
  });
}

/** Writes what revision `number` holds as a new one, after revision `from`. */
export function useRestore(id: string) {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ number, from }: { number: number; from: number }) =>
      call(`${pathOf(id)}/revisions/${number}/restore`, template, {
        method: 'POST',
        ifMatch: from,
      }),
    onSuccess: changed,
  });
}

/** Has a deleted template served again, with what this revision holds. */
export function useUndelete() {
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ id, revision }: { id: string; revision: number }) =>
      call(`${pathOf(id)}/revisions/${revision}/restore`, template, {
        method: 'POST',
        ifNone: true,
      }),
    onSuccess: changed,
  });
}

/** One test mail. The same key again sends nothing a second time. */
export function sendTest(id: string, body: TestSend, idempotencyKey: string) {
  return call(`${pathOf(id)}/test-send`, testSent, { method: 'POST', body, idempotencyKey });
}
