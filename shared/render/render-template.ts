import type { TemplatePrograms } from './compiled-template.ts';
import { HtmlOutput } from './program/html-output.ts';
import type { Variables } from './program/look-up.ts';
import { PlainOutput } from './program/plain-output.ts';
import type { Program } from './program/program.ts';
import { runProgram } from './program/run-program.ts';
import { renderSubject, subjectLine } from './program/subject.ts';
import { LayoutOutput } from './text/layout-output.ts';

export type Content = { readonly subject: string; readonly html: string };
export type Mail = Content & { readonly text: string };
export type Draft = Content & { readonly text: string | null };

/** The content, or the names of all required variables that were missing, as written, in order. */
export type Rendering<Rendered> =
  | ({ readonly outcome: 'rendered' } & Rendered)
  | { readonly outcome: 'missing'; readonly names: readonly string[] };

/**
 * Renders the subject and the HTML.
 *
 * @throws {Refusal} `wrongType` where a placeholder's value is an array or an object, `overLimit`
 * where the rendering is larger than its limits
 */
export function renderContent(
  template: TemplatePrograms,
  variables: Variables,
): Rendering<Content> {
  const missing: string[] = [];
  const subject = renderSubject(template.subject, variables, missing);
  const html = renderHtml(template.html, variables, missing);
  if (missing.length > 0) return { outcome: 'missing', names: [...new Set(missing)] };
  return { outcome: 'rendered', subject, html };
}

/**
 * Renders all parts of a mail. `subject`, where it is given, is taken literally in place of the
 * template's own, whose variables are then not needed. A text that could not be derived when the
 * template was compiled is converted from the rendered HTML; only this loads the HTML parser.
 *
 * @throws {Refusal} like `renderContent`
 */
export async function renderMail(
  template: TemplatePrograms,
  variables: Variables,
  subject?: string,
): Promise<Rendering<Mail>> {
  const { missing, mail } = renderParts(template, variables, subject);
  if (missing.length > 0) return { outcome: 'missing', names: [...new Set(missing)] };
  return { outcome: 'rendered', ...mail, text: mail.text ?? (await convert(mail.html)) };
}

/**
 * A mail for those who want to see what is wrong with it, never for one that is sent: where a
 * variable is missing, nothing is printed. `text` is null where only `renderMail` can make it, from
 * the rendered HTML: its parser is no part of what only renders.
 *
 * @throws {Refusal} like `renderContent`
 */
export function renderDraft(template: TemplatePrograms, variables: Variables): Draft {
  return renderParts(template, variables).mail;
}

function renderParts(template: TemplatePrograms, variables: Variables, given?: string) {
  const missing: string[] = [];
  const subject =
    given === undefined ? renderSubject(template.subject, variables, missing) : subjectLine(given);
  const html = renderHtml(template.html, variables, missing);
  const text =
    template.text === null ? null : renderText(template, template.text, variables, missing);
  return { missing, mail: { subject, html, text } };
}

function renderHtml(program: Program, variables: Variables, missing: string[]): string {
  return runProgram(program, variables, new HtmlOutput(), missing);
}

function renderText(
  { textIsDerived }: TemplatePrograms,
  program: Program,
  variables: Variables,
  missing: string[],
): string {
  const output = textIsDerived ? new LayoutOutput() : new PlainOutput('Rendered text');
  return runProgram(program, variables, output, missing);
}

async function convert(html: string): Promise<string> {
  const { textFromHtml } = await import('./text-from-html.ts');
  return textFromHtml(html);
}
