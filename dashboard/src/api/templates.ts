import {
  keepPreviousData,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type * as z from 'zod/mini';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  type NewTemplate,
  revision,
  revisionSummary,
  type SavedTemplate,
  savedTemplate,
  type Template,
  type TemplateSummary,
  template,
  templateContent,
  type templateQuery,
  templateSummary,
  templateTypes,
} from '../../../functions/manage/contracts/templates.ts';
import { type TestSend, testSent } from '../../../functions/manage/contracts/test-send.ts';
import { maxSearchedTemplates } from '../../../shared/engine/limits.ts';
import { useAccount, useMay } from './account.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { itemsOf, useList, useRead } from './use-read.ts';

const templatePage = pageOf(templateSummary);

const pathOf = (id: string) => `/templates/${encodeURIComponent(id)}`;

export type TemplateChoice = Pick<z.input<typeof templateQuery>, 'search' | 'kind' | 'state'>;

/** The list of the previous choice stays until that of a new one is read. */
export function useTemplates({ search, kind, state }: TemplateChoice) {
  return useList({
    queryKey: ['templates', 'list', search, kind, state],
    path: '/templates',
    item: templateSummary,
    query: { search, kind, state, limit: maxSearchedTemplates },
    placeholderData: keepPreviousData,
  });
}

export function usePartials(): readonly TemplateSummary[] {
  const { data = none } = useQuery({
    queryKey: ['templates', 'partials'],
    queryFn: async ({ signal }) => {
      const all: TemplateSummary[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { kind: 'partial', limit: 100, cursor };
        const page = await call('/templates', templatePage, { query, signal });
        all.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return all;
    },
  });
  return data;
}

const none: readonly TemplateSummary[] = [];

export function useIdsFrom(start: string) {
  return useRead({
    queryKey: ['templates', 'ids', start],
    path: '/templates',
    answer: templatePage,
    query: { prefix: start, limit: 100 },
    select: ({ items }) => items.map(({ id }) => id),
    enabled: start !== '',
  });
}

/** The name of each template, by its id; the id itself until the name is read, or if there is none. */
export function useTemplateNames(ids: readonly string[]): (id: string) => string {
  return useQueries({
    queries: idsIn(ids).map((id) => ({
      queryKey: ['templates', 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('/templates', templatePage, { query: { prefix: id, limit: 1 }, signal }),
      staleTime: 60_000,
    })),
    combine: (read) => {
      const found = read.flatMap(({ data }) => data?.items ?? []);
      const names = new Map(found.map(({ id, name }) => [id, name]));
      return (id: string) => names.get(id) ?? id;
    },
  });
}

const idsIn = (ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== '');

/** Null if the template is deleted. */
export function useCurrentRevision(id: string, enabled = true) {
  return useRead({
    queryKey: ['templates', 'current', id],
    path: '/templates',
    answer: templatePage,
    query: { prefix: id, limit: 1 },
    select: ({ items }) => items.find((each) => each.id === id)?.revision ?? null,
    staleTime: 0,
    enabled,
  });
}

/** The templates with these ids that are read. */
export function useTemplatesOf(ids: readonly string[]): Template[] {
  return useQueries({
    queries: idsIn(ids).map((id) => ({
      queryKey: ['templates', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(pathOf(id), template, { signal }),
    })),
    combine: (read) => read.flatMap(({ data }) => data ?? []),
  });
}

// Read again on each visit, so that an author never edits an old revision.
export function useTemplate(id: string) {
  return useRead({
    queryKey: ['templates', 'one', id],
    path: pathOf(id),
    answer: template,
    staleTime: 0,
  });
}

export const readTemplate = (id: string) => call(pathOf(id), template);

// Afterwards all pages show the saved template.
function useSaving<Input>(save: (input: Input) => Promise<SavedTemplate>) {
  const changed = useTemplatesChanged();
  return useMutation({ mutationFn: save, onSuccess: ({ dependents, ...saved }) => changed(saved) });
}

const createTemplate = (body: NewTemplate) =>
  call('/templates', savedTemplate, { method: 'POST', body });

/** Makes a template that has a draft alone. */
const createDraft = async ({ id, ...content }: NewTemplate): Promise<SavedTemplate> => {
  const body = { ...content, from: 0 };
  await call(`${pathOf(id)}/draft`, template, { method: 'PUT', body, ifNone: true });
  return { ...(await readTemplate(id)), dependents: [] };
};

/** Whether the user may serve a change, and the account requires no approval of it. */
export function useIsDirect(): boolean {
  const { data: account } = useAccount();
  return useMay('publish') && !account?.approvals;
}

const useCreation = () => (useIsDirect() ? createTemplate : createDraft);

export const useCreateTemplate = () => useSaving(useCreation());

// A single request: there is never half a copy.
export function useDuplicateTemplate(sourceId: string) {
  const create = useCreation();
  return useSaving(async ({ id, name }: Pick<NewTemplate, 'id' | 'name'>) => {
    const source = await readTemplate(sourceId);
    const note = `Copy of ${sourceId}, revision ${source.revision}`;
    const body: NewTemplate = { ...contentOf(source), kind: source.kind, id, name, note };
    return create(body);
  });
}

// Everything but the name and the tags stays as it is served.
export function useRenameTemplate(id: string) {
  return useSaving(async (changed: Pick<Template, 'name' | 'tags'>) => {
    const { revision: ifMatch, ...source } = await readTemplate(id);
    return saveTemplate(id, { ...contentOf(source), ...changed, ifMatch });
  });
}

const contentOf = (source: z.output<typeof templateContent>) => templateContent.parse(source);

type TemplateSave = Omit<NewTemplate, 'id' | 'kind'> & { ifMatch: number };

export function saveTemplate(id: string, { ifMatch, ...body }: TemplateSave) {
  return call(pathOf(id), savedTemplate, { method: 'PUT', body, ifMatch });
}

export function useDeleteTemplate() {
  const queries = useQueryClient();
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ id, revision }: { id: string; revision: number }) =>
      callForEmptyAnswer(pathOf(id), { method: 'DELETE', ifMatch: revision }),
    onSuccess: (_, { id }) => {
      queries.removeQueries({ queryKey: ['templates', 'one', id] });
      return changed();
    },
  });
}

/** Stores a saved template as the answer to the next `useTemplate`, and reads all lists again. */
export function useTemplatesChanged() {
  const queries = useQueryClient();
  return useCallback(
    (saved?: Template) => {
      if (saved) queries.setQueryData(['templates', 'one', saved.id], saved);
      if (saved?.draft === null)
        queries.removeQueries({ queryKey: ['templates', 'draft', saved.id] });
      return queries.invalidateQueries({ queryKey: ['templates'] });
    },
    [queries],
  );
}

export function useRevisions(id: string) {
  return useList({
    queryKey: ['templates', 'revisions', id],
    path: `${pathOf(id)}/revisions`,
    item: revisionSummary,
  });
}

/** One revision. Its content never changes; whether it is the current one does. */
export function useRevision(id: string, number: number) {
  return useRead({
    queryKey: ['templates', 'revision', id, number],
    path: `${pathOf(id)}/revisions/${number}`,
    answer: revision,
  });
}

const restorePath = (id: string, revision: number) => `${pathOf(id)}/revisions/${revision}/restore`;

/** Saves the content of revision `number` as a new revision, if `from` is still the current one. */
export function useRestore(id: string) {
  return useSaving(({ number, from }: { number: number; from: number }) =>
    call(restorePath(id, number), savedTemplate, { method: 'POST', ifMatch: from }),
  );
}

export function useUndelete() {
  return useSaving(({ id, revision }: { id: string; revision: number }) =>
    call(restorePath(id, revision), savedTemplate, { method: 'POST', ifNone: true }),
  );
}

export function useTypes(id: string, revision: number) {
  return useRead({
    queryKey: ['templates', 'types', id, revision],
    path: `${pathOf(id)}/types`,
    answer: templateTypes,
  });
}

/** Sends one test mail; a second request with the same key sends nothing. */
export function sendTest(id: string, body: TestSend, idempotencyKey: string) {
  return call(`${pathOf(id)}/test-send`, testSent, { method: 'POST', body, idempotencyKey });
}

export function useFirstTemplates() {
  return useRead({
    queryKey: ['templates', 'first'],
    path: '/templates',
    answer: templatePage,
    query: { kind: 'template', limit: 20 },
    select: itemsOf,
  });
}
