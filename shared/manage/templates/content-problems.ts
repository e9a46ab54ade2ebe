import type { ManageProblem } from '../manage-error.ts';
import type { LanguageSource } from './template-source.ts';

/** What is wrong with the content in one language, apart from its placeholders and its size. */
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
