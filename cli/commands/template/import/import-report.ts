import { join } from 'node:path';
import { byPlace, locateIn } from '../../../folders/locate-problems.ts';
import { folderOf } from '../../../folders/template-folder.ts';
import { problemLine } from '../../../terminal/failure.ts';
import { oneLine, type Result, table } from '../../../terminal/result.ts';
import { counted } from '../../../terminal/text.ts';
import { patchLines } from '../compare/diff-text.ts';
import type { ImportedTemplate } from './import-templates.ts';
import type { TemplateCollection } from './sources/source-template.ts';

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
