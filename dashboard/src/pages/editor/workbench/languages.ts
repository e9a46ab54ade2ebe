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
  /** The names that the template itself has, but the language lacks. */
  missing: readonly string[];
  /** What a reader of the language would not get, and what only a request for this language has to give. */
  problems: readonly DraftProblem[];
}

export const noDifference: LanguageDifference = { missing: [], problems: [] };

/** Compares the variables by their names. `ownTag` is the template's own language; null if it declares none. */
export function languageDifference(
  own: readonly TemplateVariable[],
  ownTag: string | null,
  other: readonly TemplateVariable[],
  tag: string,
): LanguageDifference {
  const isRequired = ({ required }: TemplateVariable) => required;
  const missing = namesOnlyIn(own, other);
  const required = namesOnlyIn(other.filter(isRequired), own.filter(isRequired));
  const itself = ownTag ?? 'the template itself';
  const details = [
    ...required.map(
      (name) =>
        `${name} is required in ${tag}, and not in ${itself}: a request without it fails in ${tag} alone. Print ${name} in ${itself} as well, or write a default, {{${name}|…}}`,
    ),
    ...missing.map(
      (name) =>
        `${itself} has ${name}, and ${tag} does not: add it, or leave it out in ${itself} as well`,
    ),
  ];
  const problems = details.map((detail): DraftProblem => {
    return { part: 'html', language: tag, detail, severity: 'warning', place: null };
  });
  return { missing, problems };
}

function namesOnlyIn(
  some: readonly TemplateVariable[],
  others: readonly TemplateVariable[],
): string[] {
  const known = new Set(others.map(({ name }) => name));
  return [...new Set(some.map(({ name }) => name))].filter((name) => !known.has(name));
}
