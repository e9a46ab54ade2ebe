import { maxTestDataBytes } from '../../engine/limits.ts';
import { isId } from '../../id.ts';
import type { ManageProblem } from '../manage-error.ts';
import { nameProblem } from '../name.ts';
import type { TemplateSource } from './template-source.ts';

/**
 * What can be said against a template beside its placeholders and its flow. The sizes of what
 * holds placeholders are judged where it is compiled.
 */
export function limitProblems({
  templateId,
  name,
  subject,
  html,
  text,
  testData,
}: TemplateSource): ManageProblem[] {
  const wrongName = nameProblem(name);
  const dataBytes = Buffer.byteLength(JSON.stringify(testData ?? {}));
  const problems: (ManageProblem | false)[] = [
    !isId(templateId) && { code: 'bad-id', part: 'id', message: idSentence },
    wrongName !== null && { code: 'bad-name', part: 'name', message: `name ${wrongName}` },
    !subject.isWellFormed() && { code: 'bad-text', part: 'subject', message: illFormed },
    !html.isWellFormed() && { code: 'bad-text', part: 'html', message: illFormed },
    html.trim() === '' && {
      code: 'empty',
      part: 'html',
      message: "is empty: write the template's HTML",
    },
    text?.isWellFormed() === false && { code: 'bad-text', part: 'text', message: illFormed },
    text?.trim() === '' && { code: 'empty', part: 'text', message: emptyText },
    dataBytes > maxTestDataBytes && {
      code: 'too-large',
      part: 'testData',
      message: `is larger than ${inKilobytes(maxTestDataBytes)}`,
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/** A size as people read it. */
export function inKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}

const idSentence =
  'id must be 1 to 64 letters, digits, hyphens or underscores, and begin with a letter or digit';
const illFormed = 'has half of a surrogate pair in it, which is no text';
const emptyText = 'is empty: leave it out to have the text derived from the HTML';
