import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { type Comparison, compareRendering } from './compare-rendering.ts';
import { type ConvertedTemplate, convertTemplate } from './convert-template.ts';
import type { SourceTemplate, TemplateCollection } from './sources/source-template.ts';

/** A template that was converted, checked as a push checks it, and rendered beside its source. */
export interface ImportedTemplate {
  origin: string;
  source: TemplateSource;
  problems: ManageProblem[];
  assumed: string[];
  /** Null for a layout, and for a template that has problems or whose layout has some. */
  comparison: Comparison | null;
}

/** Converts all templates of a source. It writes nothing. @throws {ManageError} if the source has none */
export async function importTemplates({
  name,
  templates,
  leftOut,
}: TemplateCollection): Promise<ImportedTemplate[]> {
  if (templates.length === 0) {
    throw new ManageError([`${name} has no template to import`, ...leftOut].join('; '));
  }
  const layouts = new Map(templates.flatMap((one) => (one.isLayout ? [[one.id, one]] : [])));
  const layoutOf = ({ layout = '' }: SourceTemplate) => layouts.get(layout);
  const ordered = [...templates].sort(
    (one, other) => Number(other.isLayout ?? false) - Number(one.isLayout ?? false),
  );
  const dataOfLayouts = new Map<string, TemplateSource['testData']>();
  const converted = ordered.map((original) => {
    const layoutData = dataOfLayouts.get(layoutOf(original)?.id ?? '');
    const conversion = convertTemplate(original, layoutData);
    if (original.isLayout) dataOfLayouts.set(original.id, conversion.source.testData);
    return { original, ...conversion };
  });
  const known: KnownPartials = new Map(
    converted
      .filter(({ original }) => original.isLayout)
      .map(({ source }) => [source.templateId, { source: withoutMarks(source), revision: 0 }]),
  );
  const unread = new Set(
    converted.flatMap(({ source, unread }) => unread.map((part) => partName(source, part))),
  );
  const checked: ImportedTemplate[] = [];
  const sound = new Set<string>();
  const named = new Set<string>();
  for (const { original, ...conversion } of converted) {
    const { source, assumed } = conversion;
    const found = await problemsOf(conversion, known, unread);
    if (found.length === 0) sound.add(source.templateId);
    // A problem of a layout is also a problem of each of its templates.
    const problems = found.filter((problem) => !named.has(placeIn(problem)));
    for (const problem of problems) named.add(placeIn(problem));
    const { origin, isLayout = false, layout } = original;
    const isRendered =
      found.length === 0 && !isLayout && (layout === undefined || sound.has(layout));
    const compared = { original, layout: layoutOf(original), imported: source, known };
    const comparison = isRendered ? await compareRendering(compared) : null;
    checked.push({ origin, source, problems, assumed, comparison });
  }
  return checked;
}

const partName = ({ templateId }: Pick<TemplateSource, 'templateId'>, part = '') =>
  JSON.stringify([templateId, part]);

/**
 * What could not be converted, and what else a push would refuse. A part that could not be read gets no other problems,
 * because it is not written in postrider's Mustache.
 */
async function problemsOf(
  { source, problems }: ConvertedTemplate,
  known: KnownPartials,
  unread: ReadonlySet<string>,
): Promise<ManageProblem[]> {
  const preparation = await prepareTemplate(withoutMarks(source), known);
  const found = preparation.ok ? [] : preparation.problems;
  const refused = found.filter(
    ({ partial: templateId = source.templateId, part }) =>
      !unread.has(partName({ templateId }, part)),
  );
  const unsaid = problems.map((problem) => ({
    ...problem,
    code: 'not-imported' as const,
    templateId: source.templateId,
  }));
  return [...unsaid, ...refused];
}

function placeIn({ partial, templateId, part, line, column, message }: ManageProblem): string {
  return JSON.stringify([partial ?? templateId, part, line, column, message]);
}

/** The template with a comment of the same length for each mark, so that all other problems keep their places. */
function withoutMarks(source: TemplateSource): TemplateSource {
  const { subject, html, text } = source;
  const without = (part: string) => part.replace(marks, (mark) => `{{!${mark.slice(3)}`);
  return {
    ...source,
    subject: without(subject),
    html: without(html),
    text: text === undefined ? undefined : without(text),
  };
}

const marks = /\{\{(?:not imported:|[#/]not imported:)/g;
