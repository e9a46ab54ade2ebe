import { startTransition, useEffect, useMemo, useState } from 'react';
import { contentPartNames } from '../../../../shared/engine/template-parts.ts';
import { type DraftProblem, draftProblems, keyOf } from '../../draft/draft-problems.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { withHandlebarsFix } from './source/handlebars.ts';
import type { ShownLanguage } from './use-language.ts';
import type { Preview } from './use-preview.ts';

/** In milliseconds: half a placeholder is no mistake yet. */
const restMs = 700;

const none: readonly DraftProblem[] = [];

/** `around`: the preview of a template with this partial. */
export function useProblems(
  { state: { draft }, saving }: TemplateDraft,
  language: ShownLanguage,
  around: Preview | null,
) {
  const { preview, tag, warnings } = language;
  const all = useMemo(() => {
    const rendered = { ...preview, problems: [...preview.problems, ...(around?.problems ?? [])] };
    const found = draftProblems(draft, rendered, saving.state, tag);
    const fixed = [...found.map((problem) => withHandlebarsFix(draft, problem)), ...warnings];
    return fixed.length === 0 ? none : fixed;
  }, [draft, preview, around, saving.state, tag, warnings]);
  const [rested, setRested] = useState(all);
  useEffect(() => {
    const resting = setTimeout(() => startTransition(() => setRested(all)), restMs);
    return () => clearTimeout(resting);
  }, [all]);
  const problems = useMemo(() => {
    const known = new Set(rested.map(keyOf));
    return all.filter((each) => known.has(keyOf(each)));
  }, [all, rested]);
  const shown = useMemo(
    () => problems.filter((each) => each.language === (tag ?? undefined) || isShared(each)),
    [problems, tag],
  );
  return { problems, shown, isWaiting: problems.length < all.length };
}

export function isShared({ part }: DraftProblem): boolean {
  return !contentPartNames.some((name) => name === part);
}
