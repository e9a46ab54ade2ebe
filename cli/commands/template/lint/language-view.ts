import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import {
  contentIn,
  type TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';
import type { TypedRevision } from '../../../../shared/manage/types/template-type.ts';
import type { LintFinding } from './finding.ts';
import type { JoinedTemplate } from './variable-findings.ts';

/** A template's content in one language, as a template of its own, with the partials in this language. */
export interface LanguageView extends JoinedTemplate {
  /** The tag of the language; undefined for the template's own. */
  tag: string | undefined;
}

export function viewsOf(source: TemplateSource, known: KnownPartials): LanguageView[] {
  const { languages = {}, ...own } = source;
  const others = Object.entries(languages).map(([tag, content]) => ({
    tag,
    source: { ...own, ...content, language: tag },
    known: knownIn(known, tag),
  }));
  return [{ tag: undefined, source: own, known: knownIn(known, own.language) }, ...others];
}

export function compiledOf(revision: TypedRevision, { tag }: LanguageView): CompiledTemplate {
  const compiled = tag === undefined ? revision.compiled : revision.languages?.[tag]?.compiled;
  if (!compiled) throw new Error(`The revision lacks the language ${tag}`);
  return compiled;
}

/** The partials, with the content that a template in this language takes. */
function knownIn(known: KnownPartials, language: string | undefined): KnownPartials {
  const partials = [...known].map(([id, { source, revision }]) => {
    const { language: _, ...content } = contentIn(source, language);
    return [id, { source: { ...source, ...content }, revision }] as const;
  });
  return new Map(partials);
}

/** A finding, with the language that it is about. */
export function inView<Finding extends LintFinding>(
  { tag }: LanguageView,
  finding: Finding,
): Finding {
  return tag === undefined ? finding : { ...finding, language: tag };
}
