import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { canonicalTag } from '../../../../../shared/engine/language/language-tag.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';

type ReadTag = { ok: true; tag: string } | { ok: false; problem: string };

/** The tag as it is stored, or why it cannot be added to those that are `taken`. */
export function readTag(typed: string, taken: readonly string[]): ReadTag {
  const tag = canonicalTag(typed.trim());
  if (tag === null) return { ok: false, problem: 'Write a language tag, such as pt or pt-BR' };
  if (taken.includes(tag)) return { ok: false, problem: `The template has ${tag} already` };
  return { ok: true, tag };
}

/** About variables that only one of the two has, or requires. `ownTag`: the template's own language. */
export function languageWarnings(
  own: readonly TemplateVariable[],
  ownTag: string | null,
  other: readonly TemplateVariable[],
  tag: string,
): DraftProblem[] {
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
  return details.map((detail) => {
    return { part: 'html', language: tag, detail, severity: 'warning', place: null };
  });
}

function namesOnlyIn(some: readonly TemplateVariable[], others: readonly TemplateVariable[]) {
  const known = new Set(others.map(({ name }) => name));
  return [...new Set(some.map(({ name }) => name))].filter((name) => !known.has(name));
}
