import { contentPartNames, partRows } from '../../../../shared/engine/template-parts.ts';
import { type Draft, differingLanguages, differingParts } from '../../draft/draft.ts';

const words = new Map([
  ['push', 'pushed from files'],
  ['dashboard', 'saved in the dashboard'],
  ['mcp', 'saved by an agent'],
  ['deploy', 'made by the deployment'],
]);

/** Follows the author's name in a sentence: "saved in the dashboard". */
export function howWords(how: string): string {
  const told = how
    .replace(/^(restore of|rollback to) /, 'went back to revision ')
    .replace(/^promote from /, 'promoted from ')
    .replace(/^publish of draft by /, 'published the draft of ');
  return words.get(how) ?? told;
}

/** One sentence, with the layouts and the other languages that changed. */
export function differenceWords(before: Draft, after: Draft): string {
  const names = differingParts(before, after).map((part) => {
    if (part === 'layout') {
      return `Layout (${before.layout ?? 'none'} and ${after.layout ?? 'none'})`;
    }
    const { label } = partRows[part];
    if (part !== 'languages') return label;
    return `${label} (${differingLanguages(before, after).join(', ')})`;
  });
  return names.length === 0 ? 'The two are the same.' : `Different: ${names.join(', ')}.`;
}

/** Null for the template's own language, unless the mail differs in other languages alone. */
export function languageToShow(before: Draft, after: Draft): string | null {
  const own = [...contentPartNames, 'layout', 'language', 'testData'] as const;
  if (own.some((part) => differingParts(before, after).includes(part))) return null;
  return differingLanguages(before, after)[0] ?? null;
}
