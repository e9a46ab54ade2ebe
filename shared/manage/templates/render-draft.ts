import { readHead } from '../../adapters/tables/templates-table.ts';
import type { ClientWeights } from '../../engine/looks/finding.ts';
import type { CompiledTemplate } from '../../engine/render/compiled-template.ts';
import { type HtmlPlaces, placesInHtml, type SourcePiece } from '../../engine/render/places.ts';
import { renderDraft as renderParts } from '../../engine/render/render-template.ts';
import { reportVariables } from '../../engine/render/report.ts';
import { ManageError, type ManageProblem } from '../manage-error.ts';
import { compileSource } from './compile-source.ts';
import { withLooks } from './draft-looks.ts';
import { type DraftWarning, draftWarnings } from './draft-warnings.ts';
import { type KnownPartials, readKnown, takenBy } from './partials/known-partials.ts';
import { seenFrom } from './partials/partial-problems.ts';
import type { TemplatePorts } from './template-head.ts';
import {
  contentIn,
  draftSource,
  type TemplateDraft,
  type TemplateSource,
} from './template-source.ts';
import { showTemplate } from './templates.ts';

export interface RenderedDraft {
  subject: string;
  html: string;
  text: string;
  variables: CompiledTemplate['variables'];
  /** Variables without a value or a default, for which it printed nothing. */
  missing: readonly string[];
  /** Given variables that the template does not name. */
  unused: readonly string[];
  warnings: DraftWarning[];
}

export type DraftRendering =
  | { ok: true; rendered: RenderedDraft }
  | { ok: false; problems: readonly ManageProblem[] };

/**
 * Renders a draft like a mail, but a missing variable prints nothing; or returns the problems.
 *
 * @param known the partials that it may take; without them it takes none
 * @throws {Refusal} `wrongType` and `overLimit` like every rendering
 */
export async function renderDraft(
  draft: TemplateDraft,
  data: Record<string, unknown>,
  known?: KnownPartials,
): Promise<DraftRendering> {
  const compilation = await compileSource(draftSource(draft), known);
  if (!compilation.ok) return compilation;
  const { compiled } = compilation.revision;
  const { text, ...parts } = renderParts(compiled, data);
  const mail = { ...parts, text: text ?? (await converted(parts.html)) };
  const { missing, unknown } = reportVariables(compiled, data);
  const warnings = draftWarnings(draft, compiled, mail);
  const { variables } = compiled;
  return { ok: true, rendered: { ...mail, variables, missing, unused: unknown, warnings } };
}

export interface PreviewRequest {
  draft: TemplateDraft;
  data: Record<string, unknown>;
  /** A stored template that takes the draft, to render with it and its own test data. Null renders the draft itself. */
  within: string | null;
  places: boolean;
}

export type DraftPreview =
  | { ok: true; rendered: RenderedDraft & { places?: DraftPlaces | null } }
  | Extract<DraftRendering, { ok: false }>;

/**
 * Like `renderDraft`, with the stored partials; places are those that the author sees (`seenFrom`).
 *
 * @param clients the mail clients that its warnings are about. Default: the usual ones
 * @throws {ManageError} if `within` names no template
 */
export async function previewDraft(
  ports: TemplatePorts,
  accountId: string,
  { draft, data, within, places }: PreviewRequest,
  clients?: ClientWeights,
): Promise<DraftPreview> {
  const own = draftSource(draft);
  const around =
    within === null ? null : await templateAround(ports, accountId, within, own.language);
  const known = await readKnown(ports, accountId, around ? [own, around] : [own]);
  const shown = around ? { draft: around, data: around.testData ?? {} } : { draft, data };
  const rendering = await renderDraft(shown.draft, shown.data, known);
  if (rendering.ok) {
    const found = places && draftPlaces(around ?? own, shown.data, known, own.templateId);
    const warnings = await withLooks(rendering.rendered.warnings, own, { known, clients });
    const rendered = { ...rendering.rendered, warnings };
    return { ok: true, rendered: found === false ? rendered : { ...rendered, places: found } };
  }
  const problems = rendering.problems.map((problem) =>
    seenFrom(own.templateId, { templateId: within ?? own.templateId, ...problem }),
  );
  return { ok: false, problems };
}

/** A stored template in one of its languages, without its flow. */
async function templateAround(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  language: string | undefined,
): Promise<TemplateSource> {
  const head = await readHead(ports.templates, accountId, templateId);
  if (head) {
    const { source } = await showTemplate(ports, accountId, templateId);
    return { ...source, ...contentIn(source, language), languages: undefined, flow: undefined };
  }
  const message = `There is no template ${templateId}: name one that takes this partial`;
  throw new ManageError(message, [{ code: 'bad-id', field: 'within', message }]);
}

/** The plain text, made from the rendered HTML. */
async function converted(html: string): Promise<string> {
  const { textFromHtml } = await import('../../engine/render/text-from-html.ts');
  return textFromHtml(html);
}

/** A text or a placeholder of a source, as the author of a draft sees it. */
export interface DraftPiece extends Omit<SourcePiece, 'file'> {
  /** The partial, layout or template that it is in; undefined: the draft. */
  in?: string;
}

/** The source of each part of a rendered HTML, as the author of a draft sees it. */
export interface DraftPlaces extends Omit<HtmlPlaces, 'pieces'> {
  pieces: DraftPiece[];
}

/** At most so many printed pieces, of about 12 bytes each; usual mails have hundreds. */
const maxPrinted = 20_000;

/**
 * The source of each part of a rendered HTML; null if it has more than 20,000 pieces.
 *
 * @param source what was rendered, with `data`
 * @param draftId the draft: `source`, or a partial that it takes
 */
function draftPlaces(
  source: TemplateSource,
  data: Record<string, unknown>,
  known: KnownPartials,
  draftId: string,
): DraftPlaces | null {
  const taken = takenBy(source, known, source.language);
  const { pieces, printed, ...others } = placesInHtml(source.html, taken, data);
  if (printed.length > 2 * maxPrinted) return null;
  return {
    pieces: pieces.map(({ file, ...piece }) => {
      const id = file ?? source.templateId;
      return id === draftId ? piece : { ...piece, in: id };
    }),
    printed,
    ...others,
  };
}
