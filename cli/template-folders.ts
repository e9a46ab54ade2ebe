import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ManageError, type ManageProblem } from '../shared/manage/manage-error.ts';
import { readTemplateFolder, type TemplateFolder, templateFiles } from './template-folder.ts';

/**
 * Reads the template in `dir`, or the templates in its folders, and says everything that is wrong
 * with their files.
 *
 * @throws {ManageError} where there is no such folder, or no template in it
 */
export async function readTemplateFolders(
  dir: string,
): Promise<{ folders: TemplateFolder[]; problems: ManageProblem[] }> {
  const readings = await Promise.all((await findTemplateFolders(dir)).map(readTemplateFolder));
  const folders = readings.flatMap(({ folder }) => folder ?? []);
  const problems = readings.flatMap((reading) => reading.problems);
  return { folders, problems: [...problems, ...sameIds(folders)] };
}

/** `dir` itself where it is a template's folder, else the template folders in it, by name. */
async function findTemplateFolders(dir: string): Promise<string[]> {
  if (!(await isFolder(dir))) throw new ManageError(`There is no folder ${dir}`);
  if (await isTemplateFolder(dir)) return [dir];
  const found: string[] = [];
  for (const name of (await readdir(dir)).sort()) {
    const path = join(dir, name);
    if ((await isFolder(path)) && (await isTemplateFolder(path))) found.push(path);
  }
  if (found.length > 0) return found;
  throw new ManageError(
    `${dir} holds no template: a template is a folder with ${templateFiles.template} and ${templateFiles.html}`,
  );
}

/** Any of a template's files makes its folder one, so that a missing `template.json` is noticed. */
async function isTemplateFolder(path: string): Promise<boolean> {
  const there = await Promise.all(
    Object.values(templateFiles).map((name) => exists(join(path, name))),
  );
  return there.includes(true);
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

function sameIds(folders: readonly TemplateFolder[]): ManageProblem[] {
  const first = new Map<string, TemplateFolder>();
  return folders.flatMap((folder) => {
    const { templateId } = folder.source;
    const other = first.get(templateId);
    if (!other) first.set(templateId, folder);
    const message = `has the id ${templateId} of ${other?.path}: give each template its own`;
    return other ? [folder.locate({ part: 'id', templateId, message })] : [];
  });
}
