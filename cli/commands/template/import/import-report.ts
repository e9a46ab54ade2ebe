import { join } from 'node:path';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { byPlace, locateIn } from '../../../folders/locate-problems.ts';
import { folderOf } from '../../../folders/template-folder.ts';
import { problemLine } from '../../../terminal/failure.ts';
import { oneLine, type Result, table } from '../../../terminal/result.ts';
import { counted } from '../../../terminal/text.ts';
import { patchLines } from '../compare/diff-text.ts';
import type { Comparison } from './compare-rendering.ts';
import type { ImportedTemplate } from './import-templates.ts';
import type { TemplateCollection } from './sources/source-template.ts';

/** The result of an import whose folders are in `dir`. */
export function importReport(
  { name, leftOut }: TemplateCollection,
  imported: readonly ImportedTemplate[],
  { dir, next }: { dir: string; next: string },
): Result {
  const locate = locateIn(imported.map(({ source }) => folderIn(dir, source)));
  const templates = imported.map(({ source, problems, ...template }) => ({
    ...{ id: source.templateId, origin: template.origin, folder: join(dir, source.templateId) },
    isLayout: source.kind === 'partial',
    problems: problems.map((problem) => locate(problem)).sort(byPlace),
    ...{ assumed: template.assumed, comparison: template.comparison },
  }));
  const rows = templates.map(({ id, origin, folder, problems, comparison, isLayout }) => [
    id,
    origin,
    folder,
    problems.length > 0 ? counted(problems.length, 'problem') : stateText(comparison, isLayout),
  ]);
  const isClean = templates.every(
    ({ problems, comparison }) => problems.length === 0 && !isOff(comparison),
  );
  const lines = [
    table(['TEMPLATE', name.toUpperCase(), 'FOLDER', 'RENDERED'], rows),
    ...templates.flatMap(({ problems }) => problems.map(problemLine)),
    ...templates.flatMap(({ id, comparison }) => comparisonLines(id, name, comparison)),
    ...assumptions(templates),
    ...leftOut,
    isClean ? `Next: ${next}` : `Next, once all of this is corrected: ${next}`,
  ];
  return {
    json: {
      templates: templates.map(({ isLayout: _, ...template }) => template),
      leftOut,
      clean: isClean,
    },
    text: lines.join('\n'),
    exitCode: isClean ? 0 : 1,
  };
}

const folderIn = (dir: string, source: TemplateSource) =>
  folderOf(join(dir, source.templateId), source);

const isOff = (comparison: Comparison | null) =>
  comparison?.state === 'differs' || comparison?.state === 'refused';

function stateText(comparison: Comparison | null, isLayout: boolean): string {
  if (comparison === null) return isLayout ? 'with its templates' : 'not: its layout has problems';
  const states = {
    same: 'the same',
    spaced: 'the same but for white space',
    differs: 'differs',
    refused: 'not with its test data',
  };
  return states[comparison.state];
}

function comparisonLines(id: string, name: string, comparison: Comparison | null): string[] {
  if (comparison?.state === 'refused') return [oneLine(`${id}: ${comparison.reason}`)];
  if (comparison?.state !== 'differs') return [];
  return comparison.differences.flatMap(({ part, hunks }) =>
    patchLines([`--- ${id}/${part}\t${name}`, `+++ ${id}/${part}\tpostrider`], hunks),
  );
}

/** Without test data, a tested value may be a list: then the content would be printed for each item. */
function assumptions(templates: readonly { id: string; assumed: readonly string[] }[]): string[] {
  return templates.flatMap(({ id, assumed: [...names] }) => {
    const [first] = names;
    if (first === undefined) return [];
    const sentence = `${id}: taken for one value each: ${names.join(', ')}; for a list, write {{#${first}.length}}`;
    return [oneLine(sentence)];
  });
}
