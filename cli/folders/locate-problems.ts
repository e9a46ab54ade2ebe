import { join } from 'node:path';
import type { ProblemPlace } from '../../shared/manage/manage-error.ts';
import { languageFileName } from './language-files.ts';
import { templateFiles } from './template-files.ts';
import type { TemplateFolder } from './template-folder.ts';

/** A problem of a partial gets its file, and the files that take it; of a stored template the files of a pull. */
export function locateIn(folders: readonly TemplateFolder[]) {
  const byId = new Map(folders.map((folder) => [folder.source.templateId, folder]));
  const located = <Problem extends ProblemPlace>(id: string, problem: Problem): Problem =>
    byId.get(id)?.locate(problem) ?? { ...problem, file: join(id, fileOf(problem)) };
  return <Problem extends ProblemPlace>(problem: Problem): Problem => {
    const { templateId = '', partial = templateId, part, takenBy } = problem;
    const there = located(partial, problem);
    if (!takenBy) return there;
    const takers = takenBy.map((place) => {
      const { language } = place;
      const taker: ProblemPlace = { ...(part && { part }), ...(language && { language }) };
      const { file } = located(place.partial ?? templateId, taker);
      return { ...place, ...(file !== undefined && { file }) };
    });
    return { ...there, takenBy: takers };
  };
}

export function byPlace(one: ProblemPlace, other: ProblemPlace): number {
  const files = (one.file ?? '').localeCompare(other.file ?? '');
  return files || (one.line ?? 1) - (other.line ?? 1) || (one.column ?? 1) - (other.column ?? 1);
}

function fileOf({ part, language }: ProblemPlace): string {
  if (part !== 'html' && part !== 'text') {
    return part === 'testData' ? templateFiles.testData : templateFiles.template;
  }
  return language === undefined ? templateFiles[part] : languageFileName(language, part);
}
