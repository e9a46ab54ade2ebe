import { join } from 'node:path';
import { Refusal } from '../../../../shared/engine/errors.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { KnownPartial } from '../../../../shared/manage/templates/partials/known-partials.ts';
import {
  type PreparedTemplate,
  prepareTemplate,
} from '../../../../shared/manage/templates/prepare-template.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { byPlace, locateIn } from '../../../folders/locate-problems.ts';
import { folderOf } from '../../../folders/template-folder.ts';
import { problemLine } from '../../../terminal/failure.ts';
import { oneLine, type Result, table } from '../../../terminal/result.ts';
import { counted } from '../../../terminal/text.ts';
import { patchLines } from '../compare/diff-text.ts';
import { type DiffHunk, hunksBetween } from '../compare/part-diff.ts';
import { type SourceNode, type TemplateLanguage, UnreadableSource } from './languages/tree.ts';
import type { SourceTemplate, TemplateCollection } from './sources/source-template.ts';
import { ValueUse } from './value-use.ts';
import { type ImportedPart, refusedPlaces, writeMustache } from './write-mustache.ts';

/** Apart from white space. `refused`: postrider or the source does not render the test data. */
export type RenderedComparison =
  | { state: 'same' }
  | { state: 'differs'; differences: { part: ImportedPart; hunks: DiffHunk[] }[] }
  | { state: 'refused'; reason: string };

export interface ImportedTemplate {
  origin: string;
  source: TemplateSource;
  problems: readonly ManageProblem[];
  /** Null for a layout, and for a template that has problems or whose layout has some. */
  comparison: RenderedComparison | null;
}

const parts = ['subject', 'html', 'text'] as const;

/** Converts all templates of a source. It writes nothing. @throws {ManageError} if the source has none */
export async function importTemplates({
  name,
  templates,
  leftOut,
}: TemplateCollection): Promise<ImportedTemplate[]> {
  if (templates.length === 0) {
    throw new ManageError([`${name} has no template to import`, ...leftOut].join('; '));
  }
  const layouts = templates.filter(({ isLayout }) => isLayout);
  const known = new Map<string, KnownPartial>();
  const failed = new Set<string>();
  const imported: ImportedTemplate[] = [];
  for (const original of [...layouts, ...templates.filter(({ isLayout }) => !isLayout)]) {
    const { origin, id, isLayout, layout = '' } = original;
    const source = convertTemplate(original, known.get(layout)?.source.testData);
    const refused = problemsIn(source);
    const isChecked = refused.length === 0 && !failed.has(layout);
    const preparation = isChecked ? await prepareTemplate(source, known) : null;
    const problems = preparation?.ok === false ? preparation.problems : refused;
    if (isLayout) known.set(id, { source, revision: 0 });
    if (isLayout && problems.length > 0) failed.add(id);
    const around = layouts.find((one) => one.id === layout);
    const comparison =
      preparation?.ok && !isLayout
        ? await compareRendering(original, around, preparation.prepared, source.testData)
        : null;
    imported.push({ origin, source, problems, comparison });
  }
  return imported;
}

function problemsIn(source: TemplateSource): ManageProblem[] {
  const { templateId } = source;
  return parts.flatMap((part) =>
    refusedPlaces(source[part] ?? '').map((place) => {
      return { code: 'not-imported', templateId, part, ...place };
    }),
  );
}

async function compareRendering(
  original: SourceTemplate,
  layout: SourceTemplate | undefined,
  { revision }: PreparedTemplate,
  data: Record<string, unknown> = {},
): Promise<RenderedComparison> {
  const expected = (part: ImportedPart) => {
    const { language } = original;
    const isHtml = part === 'html';
    const content = language.render(original[part] ?? '', data, { isHtml });
    if (!layout || part === 'subject') return content;
    return language.render(layout[part] ?? '', data, { isHtml, content });
  };
  try {
    const rendering = await renderMail(revision.compiled, data);
    if (rendering.outcome === 'missing') {
      const names = rendering.names.join(', ');
      const reason = `the test data has no ${names}, and postrider requires it: add it, or write {{name|}} if mails may lack it`;
      return { state: 'refused', reason };
    }
    const written = parts.filter((part) => original[part]);
    const differences = written.flatMap((part) => {
      const [one, other] = [comparable(expected(part)), comparable(rendering[part])];
      return inOneLine(one) === inOneLine(other) ? [] : { part, hunks: hunksBetween(one, other) };
    });
    return differences.length > 0 ? { state: 'differs', differences } : { state: 'same' };
  } catch (error) {
    if (error instanceof Refusal) return { state: 'refused', reason: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { state: 'refused', reason: `the source's engine does not render it: ${reason}` };
  }
}

/** The text with one form of the entities that the two engines write differently. */
function comparable(text: string): string {
  return text
    .replaceAll('&#x27;', '&#39;')
    .replaceAll('&#x3D;', '=')
    .replaceAll('&#x60;', '`')
    .replaceAll('&#123;', '{')
    .replaceAll('&#125;', '}');
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Converts to postrider's Mustache. Test data: its own over its layout's, or each variable's name as its value. */
export function convertTemplate(
  original: SourceTemplate,
  layoutData: Record<string, unknown> = {},
): TemplateSource {
  const { id, name, language, isLayout = false, layout, text, testData } = original;
  const variables = new ValueUse();
  variables.learn({ ...layoutData, ...testData });
  const nodes = {
    subject: read(original.subject, language),
    html: read(original.html, language),
    text: read(text ?? '', language),
  };
  const write = (part: ImportedPart) =>
    writeMustache(nodes[part], { part, variables, namesAreLevels: language.namesAreLevels });
  const writeAll = () => ({
    ...{ subject: write('subject'), html: write('html') },
    text: text === undefined ? undefined : write('text'),
  });
  // The first time only shows which values are lists, because a list may be tested before it is repeated.
  writeAll();
  return {
    ...{ templateId: id, name },
    ...(isLayout && { kind: 'partial' }),
    ...(layout !== undefined && { layout }),
    ...writeAll(),
    testData: { ...(testData ? {} : variables.sampleData()), ...layoutData, ...testData },
  };
}

/** The tags of a part; one that is refused, with the reason, for a part that is not valid. */
function read(source: string, language: TemplateLanguage): readonly SourceNode[] {
  try {
    return language.read(source);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return [{ kind: 'refused', source: 'this part', why: error.message }];
  }
}

export function importReport(
  { name, leftOut }: TemplateCollection,
  imported: readonly ImportedTemplate[],
  { dir, next }: { dir: string; next: string },
): Result {
  const folderIn = (id: string) => join(dir, id);
  const locate = locateIn(
    imported.map(({ source }) => folderOf(folderIn(source.templateId), source)),
  );
  const templates = imported.map(({ origin, source, problems, comparison }) => ({
    ...{ id: source.templateId, origin, folder: folderIn(source.templateId) },
    ...{ problems: problems.map((problem) => locate(problem)).sort(byPlace), comparison },
  }));
  const rows = templates.map(({ id, origin, folder, problems, comparison }) => [
    ...[id, origin, folder],
    problems.length > 0 ? counted(problems.length, 'problem') : states[comparison?.state ?? 'not'],
  ]);
  const clean = templates.every(
    ({ problems, comparison }) =>
      problems.length === 0 && (comparison === null || comparison.state === 'same'),
  );
  const lines = [
    table(['TEMPLATE', name.toUpperCase(), 'FOLDER', 'RENDERED'], rows),
    ...templates.flatMap(({ problems }) => problems.map(problemLine)),
    ...templates.flatMap(({ id, comparison }) => comparisonLines(id, name, comparison)),
    ...leftOut,
    clean ? `Next: ${next}` : `Next, once all of this is corrected: ${next}`,
  ];
  return { json: { templates, leftOut, clean }, text: lines.join('\n'), exitCode: clean ? 0 : 1 };
}

const states = {
  same: 'the same',
  differs: 'differs',
  refused: 'not with its test data',
  not: 'not by itself',
};

function comparisonLines(
  id: string,
  name: string,
  comparison: ImportedTemplate['comparison'],
): string[] {
  if (comparison?.state === 'refused') return [oneLine(`${id}: ${comparison.reason}`)];
  if (comparison?.state !== 'differs') return [];
  return comparison.differences.flatMap(({ part, hunks }) =>
    patchLines([`--- ${id}/${part}\t${name}`, `+++ ${id}/${part}\tpostrider`], hunks),
  );
}
