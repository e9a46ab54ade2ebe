import type { TemplatePrograms } from './compiled-template.ts';
import { HtmlOutput } from './program/html-output.ts';
import type { Variables } from './program/look-up.ts';
import type { Program } from './program/program.ts';
import { runProgram } from './program/run-program.ts';
import { renderSubject } from './program/subject.ts';

export type RenderedContent = { readonly subject: string; readonly html: string };

/** The content, or the missing required variables, as the template writes them. */
export type Rendering<Rendered> =
  | ({ readonly outcome: 'rendered' } & Rendered)
  | { readonly outcome: 'missing'; readonly names: readonly string[] };

/**
 * Renders the subject and the HTML.
 *
 * @throws {Refusal} like `runProgram`
 */
export function renderContent(
  template: TemplatePrograms,
  variables: Variables,
): Rendering<RenderedContent> {
  const missing: string[] = [];
  const subject = renderSubject(template.subject, variables, missing);
  const html = renderHtml(template.html, variables, missing);
  if (missing.length > 0) return { outcome: 'missing', names: [...new Set(missing)] };
  return { outcome: 'rendered', subject, html };
}

/** Renders the HTML. Adds the names of required variables that are missing to `missing`. */
export function renderHtml(program: Program, variables: Variables, missing: string[]): string {
  return runProgram(program, variables, new HtmlOutput(), missing);
}
