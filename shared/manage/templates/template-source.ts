import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { lookUpLanguage } from '../../engine/language/look-up-language.ts';

/** A template's content in one language. */
export interface LanguageSource {
  /** Empty: the variable `subject` is the subject. A partial has none. */
  subject: string;
  html: string;
  /** The language's own plain text; without it the text is derived from its HTML. */
  text?: string | undefined;
}

/** A template as its author writes it. */
export interface TemplateSource {
  templateId: string;
  name: string;
  /** A partial is taken by templates, and is never sent itself. */
  kind?: 'partial' | undefined;
  /** The id of the partial that is the layout around it. */
  layout?: string | undefined;
  /** Empty: the variable `subject` is the subject. */
  subject: string;
  html: string;
  /** The template's own plain text; without it the text is derived from the HTML. */
  text?: string | undefined;
  /** The language of `subject`, `html` and `text`, as `Intl.getCanonicalLocales` writes it. */
  language?: string | undefined;
  /** The same content in other languages, by their tags. */
  languages?: Record<string, LanguageSource> | undefined;
  /** The flow's graph, as its author wrote it. */
  flow?: unknown;
  /** How long copies of its live mails are kept, such as `7d`; without it none are. */
  keep?: string | undefined;
  /** The names of the variables whose values those copies do not have. */
  secret?: string[] | undefined;
  /** The data that previews are rendered with. */
  testData?: Record<string, unknown> | undefined;
}

/** What the author of a stored revision wrote. */
export function sourceOf(templateId: string, revision: TemplateRevision): TemplateSource {
  const { name, kind, layout, subject, html, text, flow, keep, secret, testData } = revision;
  const { language, languages: others } = revision;
  const languages = others && languageSources(others);
  const about = { templateId, name, kind, layout };
  const content = { subject, html, text, language, languages };
  return { ...about, ...content, flow, keep, secret, testData };
}

/** What the author wrote in each language. */
export function languageSources(
  languages: NonNullable<TemplateRevision['languages']>,
): Record<string, LanguageSource> {
  const sources = Object.entries(languages).map(
    ([tag, { subject, html, text }]) => [tag, { subject, html, text }] as const,
  );
  return Object.fromEntries(sources);
}

/** A template's content in the language that fits `wanted` best, else its default content. */
export function contentIn(
  source: TemplateSource,
  wanted: string | undefined,
): LanguageSource & { language: string | undefined } {
  const { language, languages = {}, subject, html, text } = source;
  const own = language === undefined ? [] : [language];
  const tags = [...own, ...Object.keys(languages)];
  const tag = wanted === undefined ? null : lookUpLanguage(wanted, tags);
  const other = tag === null || tag === language ? undefined : languages[tag];
  return other ? { ...other, language: tag ?? undefined } : { subject, html, text, language };
}
