import {
  maxListedSectionCharacters,
  maxTemplateHtmlBytes,
  maxTemplateSubjectBytes,
  maxTemplateTextBytes,
} from '../limits.ts';
import type { CompiledTemplate, TemplateVariable } from './compiled-template.ts';
import { joinableFor, type TakenPartials } from './join/taken-partials.ts';
import type { DerivedText } from './program/assemble-program.ts';
import { assembleProgram, type ProgramPiece } from './program/assemble-program.ts';
import { listVariables } from './program/list-variables.ts';
import { utf8Bytes } from './program/rendered-size.ts';
import { parseTemplate } from './syntax/parse-template.ts';
import {
  type TemplatePart,
  type TemplateProblem,
  TemplateSyntaxError,
} from './syntax/template-problem.ts';

export type TemplateSource = {
  /** If blank, the value of the variable `subject` is the mail's subject. A partial has no subject. */
  readonly subject: string;
  readonly html: string;
  /** The author's text, or the derived one; null: converted from each rendered HTML. */
  readonly text: string | DerivedText | null;
};

/**
 * Compiles the parts of a template.
 *
 * @param taken the partials and the layout that it takes; without it none
 * @throws {TemplateSyntaxError} with everything that is wrong in any of them, their sizes too
 */
export function compileTemplate(
  { subject, html, text }: TemplateSource,
  taken?: TakenPartials,
): CompiledTemplate {
  const isPartial = taken?.id !== undefined;
  const isGiven = subject.trim() === '' && !isPartial;
  const subjectPart = readPart('subject', isGiven ? '{{subject|}}' : subject);
  const htmlPart = readPart('html', html, taken);
  const textPart = typeof text === 'string' ? readPart('text', text, taken) : null;
  const written = [subjectPart, htmlPart, textPart].filter((part) => part !== null);
  const problems = written.flatMap((part) => part.problems);
  if (problems.length > 0) throw new TemplateSyntaxError(problems);
  const variables = listVariables(written);
  if (isListTooLong(variables)) throw new TemplateSyntaxError([listTooLong]);
  const textPieces = textPart?.pieces ?? text;
  return {
    subject: assembleProgram(subjectPart.pieces),
    html: assembleProgram(htmlPart.pieces),
    text: textPieces === null ? null : assembleProgram(textPieces),
    textIsDerived: text !== null && textPart === null,
    variables,
  };
}

/** Refuses long section names around many variables: the stored list repeats the names for each variable. */
function isListTooLong(variables: readonly TemplateVariable[]): boolean {
  let characters = 0;
  for (const { within } of variables) for (const name of within) characters += name.length;
  return characters > maxListedSectionCharacters;
}

const listTooLong: TemplateProblem = {
  code: 'too-many-variables',
  part: 'html',
  line: 1,
  column: 1,
  message: 'Too many variables are in sections with long names: shorten the names',
};

type ReadPart = {
  readonly part: TemplatePart;
  readonly pieces: readonly ProgramPiece[];
  readonly problems: readonly TemplateProblem[];
};

const maxBytes = {
  subject: maxTemplateSubjectBytes,
  html: maxTemplateHtmlBytes,
  text: maxTemplateTextBytes,
};

const names = { subject: 'subject', html: 'HTML', text: 'text' };

function readPart(part: TemplatePart, source: string, taken?: TakenPartials): ReadPart {
  if (utf8Bytes(source) > maxBytes[part]) {
    const limit = `${maxBytes[part] / 1024} KB`;
    const message = `The ${names[part]} is larger than ${limit}: shorten it`;
    return {
      part,
      pieces: [],
      problems: [{ code: 'too-large', part, line: 1, column: 1, message }],
    };
  }
  const joinable = taken && part !== 'subject' ? joinableFor(part, taken) : null;
  const { pieces, problems } = parseTemplate(source, { isHtml: part === 'html', joinable });
  return { part, pieces, problems: problems.map((problem) => ({ part, ...problem })) };
}
