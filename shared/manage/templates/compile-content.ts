import type { LanguageRevision, TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { compileTemplate } from '../../engine/render/compile-template.ts';
import { takenNames } from '../../engine/render/join/taken-names.ts';
import type { TakenPartials } from '../../engine/render/join/taken-partials.ts';
import {
  type SourcePlace,
  type TemplateProblem,
  TemplateSyntaxError,
} from '../../engine/render/syntax/template-problem.ts';
import { type KnownPartials, takenBy } from './partials/known-partials.ts';
import { contentIn, type LanguageSource, type TemplateSource } from './template-source.ts';

type Problems = { problems: readonly TemplateProblem[] };
type CompiledContent = Pick<TemplateRevision, 'textTemplate' | 'compiled'>;

export async function compileDefault(
  source: TemplateSource,
  known: KnownPartials | undefined,
): Promise<CompiledContent | Problems> {
  const { language } = source;
  const content = await compileContent(source, known && takenBy(source, known, language));
  if (!('problems' in content)) return content;
  return {
    problems: inLanguage(content.problems, { language: undefined, takes: language }, known),
  };
}

/** Compiles the other languages, each with partials in that language. */
export async function compileLanguages(
  source: TemplateSource,
  known: KnownPartials | undefined,
): Promise<Pick<TemplateRevision, 'languages'> | Problems> {
  const { languages } = source;
  if (languages === undefined || Object.keys(languages).length === 0) return {};
  const problems: TemplateProblem[] = [];
  const compiled: [string, LanguageRevision][] = [];
  for (const [tag, written] of Object.entries(languages).sort(byTag)) {
    const content = await compileContent(written, known && takenBy(source, known, tag));
    if ('problems' in content) {
      problems.push(...inLanguage(content.problems, { language: tag, takes: tag }, known));
    } else compiled.push([tag, { ...written, compiled: content.compiled }]);
  }
  return problems.length > 0 ? { problems } : { languages: Object.fromEntries(compiled) };
}

const byTag = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/**
 * The same problems; their places name the language of their file, unless it is the default.
 *
 * @param place.language the compiled language; undefined: the default
 * @param place.takes the language in which it takes partials
 */
function inLanguage(
  problems: readonly TemplateProblem[],
  { language, takes }: { language: string | undefined; takes: string | undefined },
  known: KnownPartials | undefined,
): TemplateProblem[] {
  const withLanguage = <Place extends SourcePlace>(place: Place): Place => {
    const partial = place.partial === undefined ? undefined : known?.get(place.partial)?.source;
    const tag = partial ? otherLanguage(partial, takes) : language;
    return tag === undefined ? place : { ...place, language: tag };
  };
  return problems.map(({ takenBy, ...problem }) => ({
    ...withLanguage(problem),
    ...(takenBy && { takenBy: takenBy.map(withLanguage) }),
  }));
}

/** The language in which a partial is taken; undefined for its default content. */
function otherLanguage(partial: TemplateSource, wanted: string | undefined): string | undefined {
  const { language } = contentIn(partial, wanted);
  return language === partial.language ? undefined : language;
}

async function compileContent(
  { subject, html, text }: LanguageSource,
  taken?: TakenPartials,
): Promise<CompiledContent | Problems> {
  try {
    const textTemplate = text === undefined ? await derived(html, taken) : null;
    const joined = taken && text !== undefined ? await withTexts(text, taken) : taken;
    return {
      textTemplate,
      compiled: compileTemplate({ subject, html, text: text ?? textTemplate }, joined),
    };
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return { problems: error.problems };
    throw error;
  }
}

/** Only a text that takes partials needs their texts. */
async function withTexts(text: string, taken: TakenPartials): Promise<TakenPartials> {
  if (takenNames({ html: '', text, layout: taken.layout }).length === 0) return taken;
  const { withDerivedTexts } = await import('../../engine/render/join/derived-texts.ts');
  return withDerivedTexts(text, taken);
}

/** Only this function and `withTexts` load the HTML parser. */
async function derived(html: string, taken?: TakenPartials) {
  const { deriveTextTemplate } = await import('../../engine/render/derive-text.ts');
  return deriveTextTemplate(html, taken);
}
