import { readPlan } from '../../../../shared/engine/flow/plan.ts';
import type { ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { PreparedTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import {
  sourceOf,
  type TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';
import type { TypedRevision } from '../../../../shared/manage/types/template-type.ts';
import { compareLanguages, type LanguageDifference } from '../types/compare-languages.ts';
import type { LintFinding } from './finding.ts';
import { placeOfVariable } from './variable-findings.ts';

/**
 * Variables that one language alone requires, in each language but a template's own. A push refuses them: a caller
 * who tests in the template's own language would not notice that mails in another fail. Of a partial it is also its own
 * language: who changes it does not test the templates that take it.
 */
export function languageProblems({
  templateId,
  revision,
}: Pick<PreparedTemplate, 'templateId' | 'revision'>): ManageProblem[] {
  const source = sourceOf(templateId, revision);
  const { kind, language: own = "the template's own language" } = source;
  return differencesOf(revision).flatMap(([language, { required, ownRequired }]) => [
    ...required.map((name) => ({
      language,
      ...problem(name, { alone: language, other: own }),
      ...{ templateId, ...placeIn(source, language, name) },
    })),
    ...(kind === 'partial' ? ownRequired : []).map((name) => ({
      ...problem(name, { alone: own, other: language }),
      ...{ templateId, ...placeOfVariable(source, name) },
    })),
  ]);
}

function problem(name: string, { alone, other }: { alone: string; other: string }) {
  return {
    code: 'language-variable' as const,
    message: `${name} is required in ${alone}, and not in ${other}: a request without it fails in ${alone} alone. Print ${name} in ${other} as well, or write a default, {{${name}|…}}`,
  };
}

/** Variables that the template's own language has, and another language does not. */
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

function differencesOf(
  revision: TypedRevision,
): [language: string, LanguageDifference & { ownRequired: readonly string[] }][] {
  const { compiled, testData, languages = {} } = revision;
  const plan = readPlan(revision.plan);
  if (!plan) throw new Error('The compiled flow cannot be read');
  return Object.entries(languages).map(([language, other]) => [
    language,
    {
      ...compareLanguages({ testData, plan }, compiled, other.compiled),
      ownRequired: compareLanguages({ testData, plan }, other.compiled, compiled).required,
    },
  ]);
}

function placeIn(source: TemplateSource, language: string, name: string) {
  const { subject = '', html = '', text } = source.languages?.[language] ?? {};
  return placeOfVariable({ ...source, subject, html, text }, name);
}
