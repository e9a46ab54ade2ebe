import { useMemo, useState } from 'react';
import { contentPartNames } from '../../../../shared/engine/template-parts.ts';
import { type DraftProblem, draftProblems } from '../../draft/draft-problems.ts';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import type { TypedLine } from './source/code-field.tsx';
import { withHandlebarsFix } from './source/handlebars.ts';
import type { ShownLanguage } from './use-language.ts';
import type { Preview } from './use-preview.ts';

/**
 * The problems of the draft, and those of what the editor shows. A problem in the line where the author is typing
 * waits: half a placeholder is no mistake yet. `around` is the preview of a template that takes this partial, or null.
 */
export function useProblems(
  { state: { draft }, saving }: TemplateDraft,
  language: ShownLanguage,
  around: Preview | null,
) {
  const [typed, setTyped] = useState<TypedLine | null>(null);
  const { preview, tag, difference } = language;
  const all = useMemo(
    () => [
      ...draftProblems(draft, withAround(preview, around), saving.state, tag).map((problem) =>
        withHandlebarsFix(draft, problem),
      ),
      ...difference.problems,
    ],
    [draft, preview, around, saving.state, tag, difference],
  );
  const problems = useMemo(
    () => (typed === null ? all : all.filter((each) => !isIn(each, typed))),
    [all, typed],
  );
  const shown = useMemo(
    () => problems.filter((each) => each.language === (tag ?? undefined) || isShared(each)),
    [problems, tag],
  );
  return { problems, shown, isWaiting: problems.length < all.length, onTyping: setTyped };
}

function isIn({ part, place }: DraftProblem, typed: TypedLine): boolean {
  return part === typed.part && place?.line === typed.line;
}

/** Whether a problem is about a part that all languages have in common. */
export function isShared({ part }: DraftProblem): boolean {
  return !contentPartNames.some((name) => name === part);
}

/** The preview of a partial, with the problems of the template that it is shown within. */
function withAround(preview: Preview, around: Preview | null): Preview {
  if (around === null) return preview;
  return { ...preview, problems: [...preview.problems, ...around.problems] };
}
