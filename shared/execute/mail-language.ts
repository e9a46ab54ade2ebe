import { inLanguage, type LoadedTemplate } from '../adapters/tables/template-loader.ts';
import { type FlowOutcome, validationFailed } from '../engine/flow/outcome.ts';
import { askedLanguage } from '../engine/language/asked-language.ts';

export interface TemplateInLanguage {
  template: LoadedTemplate;
  /** The tags of the languages that a node's message is wanted in, the best first. */
  languages: readonly string[];
  /** The outcome of a request whose `_language` is no tag; null for any other. */
  refused: FlowOutcome | null;
}

/**
 * The template in the language of a request's `_language`, or in its own. Throws `wrongType` for a far too long text.
 */
export function inAskedLanguage(
  template: LoadedTemplate,
  _language: string | undefined,
): TemplateInLanguage {
  const asked = askedLanguage('_language', _language);
  if (!asked.ok) {
    return { template, languages: [], refused: validationFailed('_language', asked.error) };
  }
  const wanted = [asked.tag, template.language].filter((tag) => tag !== undefined);
  return { template: inLanguage(template, asked.tag), languages: wanted, refused: null };
}
