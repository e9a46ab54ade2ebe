import type { TemplateRevision } from '../../../shared/adapters/tables/revision-format.ts';
import { lookUpLanguage } from '../../../shared/engine/language/look-up-language.ts';
import type { CompiledTemplate } from '../../../shared/engine/render/compiled-template.ts';

/** A template in one language. `language`: its tag; undefined for a template that does not name its own. */
export interface CompiledLanguage {
  language: string | undefined;
  compiled: CompiledTemplate;
}

/** A revision in the language that fits a tag best, else in its own, as execute takes it. */
export function compiledIn(
  { language, languages = {}, compiled }: TemplateRevision,
  wanted: string | undefined,
): CompiledLanguage {
  const own = { language, compiled };
  if (wanted === undefined) return own;
  const tags = language === undefined ? [] : [language];
  const found = lookUpLanguage(wanted, [...tags, ...Object.keys(languages)]);
  const other = found === null ? undefined : languages[found];
  return other ? { language: found ?? undefined, compiled: other.compiled } : own;
}
