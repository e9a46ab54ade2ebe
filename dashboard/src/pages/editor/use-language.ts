import { useMemo, useState } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { draftInLanguage, inLanguage, type WrittenDraft } from '../../draft/draft-in-language.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { usePreview } from './use-preview.ts';
import { languageWarnings } from './workbench/languages.ts';

export type ShownLanguage = ReturnType<typeof useLanguage>;

export function useLanguage(template: Template, { store: whole, state }: TemplateDraft) {
  const [chosen, show] = useState<string | null>(null);
  const { languages, language: own } = state.draft;
  // A save by another author may have removed it.
  const tag = chosen !== null && Object.hasOwn(languages, chosen) ? chosen : null;
  const store: WrittenDraft = useMemo(
    () => (tag === null ? whole : draftInLanguage(whole, tag)),
    [whole, tag],
  );
  const preview = usePreview({ template, store });
  const ofOwn = usePreview({ template, store: whole, enabled: tag !== null });
  const variables = preview.problems.length === 0 ? preview.rendered?.variables : undefined;
  const ownVariables = ofOwn.rendered?.variables;
  const warnings = useMemo(
    () =>
      tag !== null && variables && ownVariables
        ? languageWarnings(ownVariables, own, variables, tag)
        : [],
    [tag, variables, ownVariables, own],
  );
  // The service gets a language's content as a separate draft, and names no language.
  const inLanguageShown = useMemo(() => {
    const language = tag ?? undefined;
    return { ...preview, problems: preview.problems.map((each) => ({ ...each, language })) };
  }, [preview, tag]);
  return {
    tag,
    show,
    store,
    draft: inLanguage(state.draft, tag),
    preview: inLanguageShown,
    warnings,
  };
}
