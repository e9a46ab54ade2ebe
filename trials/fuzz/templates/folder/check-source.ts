import { Refusal } from '../../../../shared/engine/errors.ts';
import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import { renderWithMustache } from '../agreement.ts';
import { compileAsSaved } from '../invariants.ts';
import { sampleValues } from './sample-values.ts';

/** A text with every character that is escaped, and another for places that refuse such a text. */
const texts = [`R&D's <"1">`, '/red'];

/**
 * A sentence for each fault of a template's HTML; none if it is accepted and renders as in mustache.js, with
 * its sections entered and skipped.
 */
export function checkSource(html: string): string[] {
  const compiled = compileAsSaved(html);
  if (!('html' in compiled)) {
    return compiled.map(({ line, column, message }) => `refused ${line}:${column} ${message}`);
  }
  return [true, false].flatMap((entersSections) => differences(html, compiled, entersSections));
}

function differences(html: string, compiled: CompiledTemplate, entersSections: boolean): string[] {
  let refusal = '';
  for (const text of texts) {
    const values = sampleValues(compiled.variables, { text, entersSections });
    try {
      const rendering = renderContent(compiled, values);
      if (rendering.outcome === 'missing') return [`missing ${rendering.names.join(', ')}`];
      const wanted = renderWithMustache(withoutDefaults(html), values);
      return rendering.html === wanted ? [] : [differenceOf(rendering.html, wanted)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = `refused ${error.message}`;
    }
  }
  return [refusal];
}

/** Removes the defaults, which mustache.js does not have. None would be printed, because every name has a value. */
function withoutDefaults(html: string): string {
  return html.replace(/\{\{([^{}|]*)\|[^{}]*\}\}/g, '{{$1}}');
}

function differenceOf(rendered: string, wanted: string): string {
  let at = 0;
  while (rendered[at] === wanted[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  return `differs ${excerpt(rendered)} is ${excerpt(wanted)} in mustache.js`;
}
