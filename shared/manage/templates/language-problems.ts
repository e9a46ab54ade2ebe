import { canonicalTag } from '../../engine/language/language-tag.ts';
import { maxLanguages } from '../../engine/limits.ts';
import type { ManageProblem } from '../manage-error.ts';
import type { LanguageSource, TemplateSource } from './template-source.ts';

export function languageProblems({
  kind,
  language,
  languages = {},
}: TemplateSource): ManageProblem[] {
  const tags = Object.keys(languages);
  const problems: (ManageProblem | false)[] = [
    language !== undefined && badTag('language', language),
    language === undefined && tags.length > 0 && bad('language', noDefault),
    ...tags.map((tag) => badTag('languages', tag)),
    language !== undefined &&
      tags.includes(language) &&
      bad('languages', `${language} is the language of the template itself: leave it out here`),
    tags.length >= maxLanguages &&
      bad('languages', `A template has at most ${maxLanguages} languages, with its own`),
  ];
  const contents = Object.entries(languages).flatMap(([tag, content]) =>
    [...contentProblems(content), ...subjectProblems(kind, content.subject)].map((problem) => ({
      ...problem,
      language: tag,
    })),
  );
  return [...problems.filter((problem) => problem !== false), ...contents];
}

function badTag(part: 'language' | 'languages', tag: string): ManageProblem | false {
  const canonical = canonicalTag(tag);
  if (canonical === tag) return false;
  const shown = JSON.stringify(tag.slice(0, 100));
  return bad(part, `${shown} must be a language tag, such as ${canonical ?? 'pt or pt-BR'}`);
}

function subjectProblems(kind: TemplateSource['kind'], subject: string): ManageProblem[] {
  if (kind !== 'partial' || subject === '') return [];
  return [{ code: 'partial', part: 'subject', message: 'A partial has no subject: leave it out' }];
}

function bad(part: 'language' | 'languages', message: string): ManageProblem {
  return { code: 'bad-language', part, message };
}

const noDefault =
  'language is missing: write the tag of the language that the template itself is written in, such as en';

/** The problems of one language's content, but for its placeholders and its size. */
export function contentProblems({ subject, html, text }: LanguageSource): ManageProblem[] {
  const problems: (ManageProblem | false)[] = [
    !subject.isWellFormed() && { code: 'bad-text', part: 'subject', message: illFormed },
    !html.isWellFormed() && { code: 'bad-text', part: 'html', message: illFormed },
    html.trim() === '' && { code: 'empty', part: 'html', message: emptyHtml },
    text?.isWellFormed() === false && { code: 'bad-text', part: 'text', message: illFormed },
    text?.trim() === '' && { code: 'empty', part: 'text', message: emptyText },
  ];
  return problems.filter((problem) => problem !== false);
}

const illFormed = 'contains half of a surrogate pair, which is not valid Unicode';
const emptyHtml = "is empty: write the template's HTML";
const emptyText = 'is empty: leave it out to have the text derived from the HTML';
