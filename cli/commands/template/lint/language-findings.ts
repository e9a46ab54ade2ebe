import { type FlowPlan, readPlan } from '../../../../shared/engine/flow/plan.ts';
import type { TemplatePrograms } from '../../../../shared/engine/render/compiled-template.ts';
import type { ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { PreparedTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import {
  sourceOf,
  type TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';
import {
  inferUses,
  type NamedUse,
  type TypedProgram,
} from '../../../../shared/manage/types/infer-values.ts';
import {
  programsIn,
  type TypedRevision,
  typedTemplate,
} from '../../../../shared/manage/types/template-type.ts';
import type { LintFinding } from './finding.ts';
import { placeOfVariable } from './variable-findings.ts';

/**
 * Variables that only one language requires: a test in the template's own language would not notice that mails in
 * another language fail. A partial's own language is checked too.
 */
export function languageProblems({
  templateId,
  revision,
}: Pick<PreparedTemplate, 'templateId' | 'revision'>): ManageProblem[] {
  const source = sourceOf(templateId, revision);
  const { language: own = "the template's own language", languages = {} } = source;
  return differencesOf(revision).flatMap(([language, { required }]) =>
    required.map((name) => ({
      ...{ code: 'language-variable' as const, templateId, language },
      ...placeOfVariable({ ...source, text: undefined, ...languages[language] }, name),
      message: `${name} is required in ${language}, and not in ${own}: a request without it fails in ${language} alone. Print ${name} in ${own} as well, or write a default, {{${name}|…}}`,
    })),
  );
}

export function languageFindings(source: TemplateSource, revision: TypedRevision): LintFinding[] {
  const { language: own = "The template's own language" } = source;
  return differencesOf(revision).flatMap(([language, { missing }]) =>
    missing.map((name) => ({
      code: 'missing-in-language' as const,
      language,
      part: 'html' as const,
      message: `${own} has ${name}, and ${language} does not: add it, or leave it out in ${own} as well`,
    })),
  );
}

function differencesOf(revision: TypedRevision): [language: string, LanguageDifference][] {
  const { compiled, testData, languages = {} } = revision;
  const plan = readPlan(revision.plan);
  if (!plan) throw new Error('The compiled flow cannot be read');
  return Object.entries(languages).map(([language, other]) => [
    language,
    compareLanguages({ testData, plan }, compiled, other.compiled),
  ]);
}

/** How a language's variables differ from those of the template's own language. Names are as the author wrote them. */
interface LanguageDifference {
  /** Without them a mail in this language fails, and the same mail in the template's own language does not. */
  required: readonly string[];
  /** The template's own language prints them, and this language names them nowhere. */
  missing: readonly string[];
}

export function compareLanguages(
  template: { testData?: Record<string, unknown> | undefined; plan: FlowPlan },
  own: TemplatePrograms,
  other: TemplatePrograms,
): LanguageDifference {
  const [ownPrograms, otherPrograms] = [programsIn(own, true), programsIn(other, true)];
  const programs = [...ownPrograms, ...otherPrograms];
  const uses = inferUses(typedTemplate(template, template.plan, programs, true));
  const usesOf = (side: readonly TypedProgram[]) => {
    const there = new Set(side.map(({ program }) => program));
    return uses.filter(({ program }) => program === null || there.has(program));
  };
  const [ownUses, otherUses] = [usesOf(ownPrograms), usesOf(otherPrograms)];
  const guaranteed = neededByPath(ownUses);
  const needed = otherUses.filter(
    (use) =>
      use.isNeeded && !guaranteed.get(keyOf(use.path))?.some((own) => isMet(own, use.conditions)),
  );
  const named = new Set(otherUses.map(({ path }) => keyOf(path)));
  const missing = ownUses.filter(({ path }) => !named.has(keyOf(path)));
  return { required: namesOf(needed), missing: namesOf(missing) };
}

type Conditions = NamedUse['conditions'];

/** The conditions under which a value is needed, by its path. If `order.id` is needed, `order` is needed too. */
function neededByPath(uses: readonly NamedUse[]): Map<string, Conditions[]> {
  const needed = new Map<string, Conditions[]>();
  const seen = new Set<string>();
  for (const { isNeeded, path, conditions } of uses) {
    const use = JSON.stringify([path, conditions]);
    if (!isNeeded || seen.has(use)) continue;
    seen.add(use);
    for (let length = path.length; length > 0; length--) {
      const key = keyOf(path.slice(0, length));
      const others = needed.get(key);
      if (others) others.push(conditions);
      else needed.set(key, [conditions]);
    }
  }
  return needed;
}

function isMet(conditions: Conditions, met: Conditions): boolean {
  return conditions.every((condition) => met.includes(condition));
}

const keyOf = (path: readonly string[]) => JSON.stringify(path);

const namesOf = (uses: readonly NamedUse[]) => [...new Set(uses.map(({ name }) => name))];
