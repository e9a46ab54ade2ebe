import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type NewTemplate,
  type SavedTemplate,
  savedTemplate,
  type Template,
  templateContent,
} from '../../../functions/manage/contracts/templates.ts';
import { useAccount, useMay } from './account.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { saveStoredDraft } from './stored-draft.ts';
import { readTemplate, templatePathOf, useTemplatesChanged } from './templates.ts';

// Afterwards all pages show the saved template.
function useSaving<Input>(save: (input: Input) => Promise<SavedTemplate>) {
  const changed = useTemplatesChanged();
  return useMutation({ mutationFn: save, onSuccess: ({ dependents, ...saved }) => changed(saved) });
}

const createTemplate = (body: NewTemplate) =>
  call('/templates', savedTemplate, { method: 'POST', body });

/** Makes a template that has a draft alone. */
const createDraft = async ({ id, ...content }: NewTemplate): Promise<SavedTemplate> => {
  await saveStoredDraft(id, { ...content, from: 0, replaces: null });
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
  return call(templatePathOf(id), savedTemplate, { method: 'PUT', body, ifMatch });
}

export function useDeleteTemplate() {
  const queries = useQueryClient();
  const changed = useTemplatesChanged();
  return useMutation({
    mutationFn: ({ id, revision }: { id: string; revision: number }) =>
      callForEmptyAnswer(templatePathOf(id), { method: 'DELETE', ifMatch: revision }),
    onSuccess: (_, { id }) => {
      queries.removeQueries({ queryKey: ['templates', 'one', id] });
      return changed();
    },
  });
}

const restorePath = (id: string, revision: number) =>
  `${templatePathOf(id)}/revisions/${revision}/restore`;

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
