import { inLanguage, type LoadedTemplate } from '../adapters/tables/template-loader.ts';
import { type FlowOutcome, validationFailed } from '../engine/flow/outcome.ts';
import { askedLanguage } from '../engine/language/asked-language.ts';

export interface TemplateInLanguage {
  template: LoadedTemplate;
  /** The canonical tag that the request asks for; undefined if it asks for none. */
  asked: string | undefined;
  /** The tags of the languages that a node's message is wanted in, the best first. */
  languages: readonly string[];
  /** The outcome of a request whose `_language` is no tag; null for any other. */
  refused: FlowOutcome | null;
}

/** The template in the language of a request's `_language`, or in its own. Throws `wrongType`. */
export function inAskedLanguage(
  template: LoadedTemplate,
  _language: string | undefined,
): TemplateInLanguage {
  const asked = askedLanguage('_language', _language);
  if (!asked.ok) {
    return {
      template,
      asked: undefined,
      languages: [],
      refused: validationFailed('_language', asked.error),
    };
  }
  const wanted = [asked.tag, template.language].filter((tag) => tag !== undefined);
  const { tag } = asked;
  return { template: inLanguage(template, tag), asked: tag, languages: wanted, refused: null };
}
