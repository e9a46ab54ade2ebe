import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type * as z from 'zod/mini';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  revision,
  revisionSummary,
  type Template,
  type TemplateSummary,
  template,
  type templateQuery,
  templateSummary,
  templateTypes,
} from '../../../functions/manage/contracts/templates.ts';
import { type TestSend, testSent } from '../../../functions/manage/contracts/test-send.ts';
import { maxSearchedTemplates } from '../../../shared/engine/limits.ts';
import { call } from './call.ts';
import { itemsOf, useList, useRead } from './use-read.ts';

const templatePage = pageOf(templateSummary);

export const templatePathOf = (id: string) => `/templates/${encodeURIComponent(id)}`;

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
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(templatePathOf(id), template, { signal }),
    })),
    combine: (read) => read.flatMap(({ data }) => data ?? []),
  });
}

// Read again on each visit, so that an author never edits an old revision.
export function useTemplate(id: string) {
  return useRead({
    queryKey: ['templates', 'one', id],
    path: templatePathOf(id),
    answer: template,
    staleTime: 0,
  });
}

export const readTemplate = (id: string) => call(templatePathOf(id), template);

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
    path: `${templatePathOf(id)}/revisions`,
    item: revisionSummary,
  });
}

/** One revision. Its content never changes; whether it is the current one does. */
export function useRevision(id: string, number: number) {
  return useRead({
    queryKey: ['templates', 'revision', id, number],
    path: `${templatePathOf(id)}/revisions/${number}`,
    answer: revision,
  });
}

export function useTypes(id: string, revision: number) {
  return useRead({
    queryKey: ['templates', 'types', id, revision],
    path: `${templatePathOf(id)}/types`,
    answer: templateTypes,
  });
}

/** Sends one test mail; a second request with the same key sends nothing. */
export function sendTest(id: string, body: TestSend, idempotencyKey: string) {
  return call(`${templatePathOf(id)}/test-send`, testSent, {
    method: 'POST',
    body,
    idempotencyKey,
  });
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
