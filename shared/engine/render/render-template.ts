import type { TemplatePrograms } from './compiled-template.ts';
import type { Variables } from './program/look-up.ts';
import type { Program } from './program/program.ts';
import { runProgram } from './program/run-program.ts';
import { renderSubject, subjectLine } from './program/subject.ts';
import { type RenderedContent, type Rendering, renderHtml } from './render-content.ts';
import { LayoutOutput } from './text/layout-output.ts';
import { WrittenTextOutput } from './text/written-text-output.ts';

export type RenderedMail = RenderedContent & { readonly text: string };
export type RenderedParts = RenderedContent & { readonly text: string | null };

/**
 * Renders all parts of a mail. A given `subject` is literal, and the template's needs no variables then. A text that
 * could not be derived is converted from the HTML, which loads the HTML parser.
 *
 * @throws {Refusal} like `renderContent`
 */
export async function renderMail(
  template: TemplatePrograms,
  variables: Variables,
  subject?: string,
): Promise<Rendering<RenderedMail>> {
  const { missing, mail } = renderParts(template, variables, subject);
  if (missing.length > 0) return { outcome: 'missing', names: [...new Set(missing)] };
  return { outcome: 'rendered', ...mail, text: mail.text ?? (await convert(mail.html)) };
}

/**
 * Renders a mail for a preview: a missing variable prints nothing; `text` is null if it needs the HTML parser.
 *
 * @throws {Refusal} like `renderContent`
 */
export function renderDraft(template: TemplatePrograms, variables: Variables): RenderedParts {
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

function renderText(
  { textIsDerived }: TemplatePrograms,
  program: Program,
  variables: Variables,
  missing: string[],
): string {
  const output = textIsDerived ? new LayoutOutput() : new WrittenTextOutput();
  return runProgram(program, variables, output, missing);
}

async function convert(html: string): Promise<string> {
  const { textFromHtml } = await import('./text-from-html.ts');
  return textFromHtml(html);
}
