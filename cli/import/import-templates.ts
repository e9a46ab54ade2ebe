import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import type { KnownPartials } from '../../shared/manage/templates/known-partials.ts';
import { prepareTemplate } from '../../shared/manage/templates/prepare-template.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
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

/** Converts all templates of a source. It writes nothing. */
export async function importTemplates({
  templates,
}: TemplateCollection): Promise<ImportedTemplate[]> {
  const layouts = new Map(templates.flatMap((one) => (one.isLayout ? [[one.id, one]] : [])));
  const layoutOf = ({ layout = '' }: SourceTemplate) => layouts.get(layout);
  const ordered = [...templates].sort(
    (one, other) => Number(other.isLayout ?? false) - Number(one.isLayout ?? false),
  );
  const converted = ordered.map((original) => {
    const layout = layoutOf(original);
    return { original, layout, ...convertTemplate(original, layout?.testData) };
  });
  const known: KnownPartials = new Map(
    converted
      .filter(({ original }) => original.isLayout)
      .map(({ source }) => [source.templateId, { source: withoutMarks(source), revision: 0 }]),
  );
  const checked: (ImportedTemplate & { original: SourceTemplate })[] = [];
  const named = new Set<string>();
  for (const { original, source, assumed, ...conversion } of converted) {
    const found = await problemsOf({ source, assumed, ...conversion }, known);
    // A problem of a layout is one of each of its templates too.
    const problems = found.filter((problem) => !named.has(placeIn(problem)));
    for (const problem of problems) named.add(placeIn(problem));
    const { origin } = original;
    checked.push({ original, origin, source, problems, assumed, comparison: null });
  }
  const isSound = (id: string | undefined) =>
    checked.every(({ source, problems }) => source.templateId !== id || problems.length === 0);
  for (const template of checked) {
    const { original, source: imported, problems } = template;
    if (original.isLayout || problems.length > 0 || !isSound(original.layout)) continue;
    const compared = { original, layout: layoutOf(original), imported, known };
    template.comparison = await compareRendering(compared);
  }
  return checked.map(({ original: _, ...template }) => template);
}

/** What the conversion could not say, and what else a push would refuse. */
async function problemsOf(
  { source, problems }: ConvertedTemplate,
  known: KnownPartials,
): Promise<ManageProblem[]> {
  const preparation = await prepareTemplate(withoutMarks(source), known);
  const refused = preparation.ok ? [] : preparation.problems;
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
