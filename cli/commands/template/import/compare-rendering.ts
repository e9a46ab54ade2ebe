import { Refusal } from '../../../../shared/engine/errors.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';
import { compileSource } from '../../../../shared/manage/templates/compile-source.ts';
import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { type DiffHunk, hunksBetween } from '../compare/part-diff.ts';
import type { SourceTemplate } from './sources/source-template.ts';

/** A part that postrider renders differently from the source. */
export interface RenderedDifference {
  part: 'subject' | 'html' | 'text';
  hunks: DiffHunk[];
}

/**
 * How an imported template renders with its test data. `spaced`: the renderings differ only in white space. `refused`:
 * postrider or the source does not render these data.
 */
export type Comparison =
  | { state: 'same' | 'spaced' }
  | { state: 'differs'; differences: RenderedDifference[] }
  | { state: 'refused'; reason: string };

export interface ComparedTemplate {
  original: SourceTemplate;
  layout: SourceTemplate | undefined;
  imported: TemplateSource;
  known: KnownPartials;
}

type Mail = Record<RenderedDifference['part'], string>;

/** Renders a template with postrider and with its source's engine. */
export async function compareRendering({
  original,
  layout,
  imported,
  known,
}: ComparedTemplate): Promise<Comparison> {
  const data = imported.testData ?? {};
  let expected: Mail;
  try {
    expected = renderOriginal(original, layout, data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { state: 'refused', reason: `the source's engine does not render it: ${reason}` };
  }
  const found = await renderImported(imported, known, data);
  if ('reason' in found) return { state: 'refused', ...found };
  const parts = (['subject', 'html', 'text'] as const).filter(
    (part) =>
      (part !== 'text' || original.text !== undefined) &&
      (part !== 'subject' || original.subject !== ''),
  );
  const pairs = parts.map((part) => ({ part, one: expected[part], other: found[part] }));
  const apart = pairs.filter(({ part, one, other }) => shown(one, part) !== shown(other, part));
  const differing = apart.filter(
    ({ part, one, other }) => inOneLine(shown(one, part)) !== inOneLine(shown(other, part)),
  );
  if (differing.length > 0) {
    const differences = differing.map(({ part, one, other }) => ({
      part,
      hunks: hunksBetween(shown(one, part), shown(other, part)),
    }));
    return { state: 'differs', differences };
  }
  return { state: apart.length > 0 ? 'spaced' : 'same' };
}

function renderOriginal(
  { subject, html, text = '', language }: SourceTemplate,
  layout: SourceTemplate | undefined,
  data: Record<string, unknown>,
): Mail {
  const around = (frame: string | undefined, content: string, isHtml: boolean) => {
    const inner = language.render(content, data, { isHtml });
    return frame === undefined ? inner : language.render(frame, data, { isHtml, content: inner });
  };
  return {
    subject: language.render(subject, data, { isHtml: false }).trim(),
    html: around(layout?.html, html, true),
    text: around(layout?.text, text, false),
  };
}

async function renderImported(
  source: TemplateSource,
  known: KnownPartials,
  data: Record<string, unknown>,
): Promise<Mail | { reason: string }> {
  const compilation = await compileSource(source, known);
  if (!compilation.ok) throw new Error(`${source.templateId} was to be rendered, but has problems`);
  try {
    const rendering = await renderMail(compilation.revision.compiled, data);
    if (rendering.outcome === 'rendered') return rendering;
    return { reason: missingSentence(rendering.names) };
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.message };
    throw error;
  }
}

function missingSentence(names: readonly string[]): string {
  const [first = 'name'] = names;
  return `the test data has no ${names.join(', ')}, and postrider requires it: add it, or write {{${first}|}} where a mail may do without`;
}

/** The entities of the two engines that a mail program shows as the same character. */
const sameEntities: Readonly<Record<string, string>> = {
  '&#x27;': '&#39;',
  '&#x3D;': '=',
  '&#x60;': '`',
  '&#123;': '{',
  '&#125;': '}',
};

function shown(text: string, part: string): string {
  const entities = /&#(?:x27|x3D|x60|123|125);/g;
  return part === 'html'
    ? text.replace(entities, (entity) => sameEntities[entity] ?? entity)
    : text;
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
