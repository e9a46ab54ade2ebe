import { readPlan } from '../../../shared/engine/flow/plan.ts';
import type { ManageProblem } from '../../../shared/manage/manage-error.ts';
import type { PreparedTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { sourceOf, type TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import type { TypedRevision } from '../../../shared/manage/types/template-type.ts';
import { compareLanguages, type LanguageDifference } from '../../types/compare-languages.ts';
import type { LintFinding } from './finding.ts';
import { placeOfVariable } from './variable-findings.ts';

/**
 * Variables that one language alone requires, in each language but the template's own. A push refuses them: a caller
 * who tests in the template's own language would not notice that mails in another fail.
 */
export function languageProblems({
  templateId,
  revision,
}: Pick<PreparedTemplate, 'templateId' | 'revision'>): ManageProblem[] {
  const source = sourceOf(templateId, revision);
  const { language: own = "the template's own language" } = source;
  return differencesOf(revision).flatMap(([language, { required }]) =>
    required.map((name) => ({
      code: 'language-variable' as const,
      templateId,
      language,
      ...placeIn(source, language, name),
      message: `${name} is required in ${language}, and not in ${own}: a request without it fails in ${language} alone. Print ${name} in ${own} as well, or write a default, {{${name}|…}}`,
    })),
  );
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

function differencesOf(revision: TypedRevision): [language: string, LanguageDifference][] {
  const { compiled, testData, languages = {} } = revision;
  const plan = readPlan(revision.plan);
  if (!plan) throw new Error('The compiled flow cannot be read');
  return Object.entries(languages).map(([language, other]) => [
    language,
    compareLanguages({ testData, plan }, compiled, other.compiled),
  ]);
}

function placeIn(source: TemplateSource, language: string, name: string) {
  const { subject = '', html = '', text } = source.languages?.[language] ?? {};
  return placeOfVariable({ ...source, subject, html, text }, name);
}
