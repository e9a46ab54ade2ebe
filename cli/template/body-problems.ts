import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { prepareTemplate } from '../../shared/manage/templates/prepare-template.ts';
import type { TemplateFolder } from './template-folder.ts';

/** What is wrong with the HTML and the text of a template that is not known otherwise. */
export async function bodyProblems({ source, locate }: TemplateFolder): Promise<ManageProblem[]> {
  const preparation = await prepareTemplate(source);
  const problems = preparation.ok ? [] : preparation.problems;
  return problems
    .filter(({ part }) => part === 'html' || part === 'text')
    .map(({ templateId: _, ...problem }) => locate(problem));
}
