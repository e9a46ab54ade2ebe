import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { canonicalTag } from '../../../../../shared/engine/language/language-tag.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';

type ReadTag = { ok: true; tag: string } | { ok: false; problem: string };

/** The tag of a language as it is stored, or why it cannot be added to those that are `taken`. */
export function readTag(typed: string, taken: readonly string[]): ReadTag {
  const tag = canonicalTag(typed.trim());
  if (tag === null) return { ok: false, problem: 'Write a language tag, such as pt or pt-BR' };
  if (taken.includes(tag)) return { ok: false, problem: `The template has ${tag} already` };
  return { ok: true, tag };
}

/** How the variables of one language differ from those of the template itself. */
export interface LanguageDifference {
  /** The names that the template itself has, and the language has not. */
  missing: string[];
  /** The names that the language alone requires. */
  required: string[];
}

export function differenceBetween(
  own: readonly TemplateVariable[],
  other: readonly TemplateVariable[],
): LanguageDifference {
  const isRequired = ({ required }: TemplateVariable) => required;
  return {
    missing: namesOnlyIn(own, other),
    required: namesOnlyIn(other.filter(isRequired), own.filter(isRequired)),
  };
}

function namesOnlyIn(
  some: readonly TemplateVariable[],
  others: readonly TemplateVariable[],
): string[] {
  const known = new Set(others.map(({ name }) => name));
  return [...new Set(some.map(({ name }) => name))].filter((name) => !known.has(name));
}

/** What a reader of the language would not get, and what only a request for this language has to give. */
export function differenceProblems(
  { missing, required }: LanguageDifference,
  tag: string,
  ownTag: string | null,
): DraftProblem[] {
  const own = ownTag ?? 'the template itself';
  const warning = (detail: string): DraftProblem => ({
    ...{ part: 'html', language: tag, detail, severity: 'warning', place: null },
  });
  return [
    ...required.map((name) =>
      warning(
        `${name} is required in ${tag}, and not in ${own}: a request without it fails in ${tag} alone. Print ${name} in ${own} as well, or write a default, {{${name}|…}}`,
      ),
    ),
    ...missing.map((name) =>
      warning(`${own} has ${name}, and ${tag} does not: add it, or leave it out in ${own} as well`),
    ),
  ];
}
