import { Refusal, type RefusalCode } from '../../../shared/engine/errors.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import type { CompiledTemplate } from '../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../shared/engine/render/derive-text.ts';
import { renderContent } from '../../../shared/engine/render/render-content.ts';
import { type RenderedMail, renderMail } from '../../../shared/engine/render/render-template.ts';
import {
  type SourceProblem,
  TemplateSyntaxError,
} from '../../../shared/engine/render/syntax/template-problem.ts';
import { fail } from '../property-run.ts';

/** The template as it is read from the store, or the problems of a refused one. */
export function compileAsSaved(html: string): CompiledTemplate | readonly SourceProblem[] {
  try {
    const text = deriveTextTemplate(html);
    return JSON.parse(JSON.stringify(compileTemplate({ subject: '', html, text })));
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error.problems;
    throw error;
  }
}

/** The refusals that a rendering may throw. */
const known: readonly RefusalCode[] = [
  'wrongType',
  'overLimit',
  'unsafeAddress',
  'unsafeStyle',
  'unsafePath',
  'unsafePort',
  'unsafeHostPart',
  'unsafeStep',
];

/** The mail; null if values are refused or missing. */
export async function renderOrRefuse(
  template: CompiledTemplate,
  variables: Record<string, unknown>,
): Promise<RenderedMail | null> {
  try {
    const rendering = await renderMail(template, variables);
    if (rendering.outcome === 'rendered') return rendering;
    return rendering.names.length > 0 ? null : fail('A missing variable has no name');
  } catch (error) {
    if (error instanceof Refusal && known.includes(error.code)) return null;
    throw error;
  }
}

/** The HTML; null if values are refused or missing. */
export function renderedHtml(
  template: CompiledTemplate,
  variables: Record<string, unknown>,
): string | null {
  try {
    const rendering = renderContent(template, variables);
    return rendering.outcome === 'rendered' ? rendering.html : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Throws unless there are at most a hundred problems, each at a place in the source, with a sentence. */
export function checkPlaces(source: string, problems: readonly SourceProblem[]): void {
  if (problems.length === 0 || problems.length > 100) fail(`There are ${problems.length} problems`);
  const lines = source.split('\n');
  for (const { line, column, message } of problems) {
    const there = lines[line - 1];
    if (there === undefined || column < 1 || column > there.length + 1) {
      fail(`There is no place ${line}:${column}: ${message}`);
    }
    if (!/\S/.test(message) || message.length > 300) fail(`The message is no sentence: ${message}`);
  }
}

/**
 * Throws if the stored template is larger than its source allows: more steps than pieces, or more text than was
 * written. A derived text may repeat a piece once, not more often.
 */
export function checkSize(source: string, { html, text }: CompiledTemplate): void {
  const tags = source.split('{{').length - 1;
  if (html.length > 2 * tags + 1) fail(`${tags} tags became ${html.length} steps`);
  const written = html.filter((step) => typeof step === 'string').join('').length;
  if (written > source.length) fail(`${source.length} characters became ${written}`);
  if ((text?.length ?? 0) > 4 * source.length + 4) fail(`The text has ${text?.length} steps`);
}
