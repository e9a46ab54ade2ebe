import { stat } from 'node:fs/promises';
import { ManageError, type ManageProblem } from '../../shared/manage/manage-error.ts';
import { foldersIn, isTemplateFolder } from './folders-in.ts';
import { templateFiles } from './template-files.ts';
import { readTemplateFolder, type TemplateFolder } from './template-folder.ts';

/** `dir` may be a link; nothing below it may be one. @throws {ManageError} if there is no folder, or no template */
export async function readTemplateFolders(
  dir: string,
): Promise<{ folders: TemplateFolder[]; problems: ManageProblem[] }> {
  const { paths, problems } = await findTemplateFolders(dir);
  const folders: TemplateFolder[] = [];
  // Reads them one by one: thousands at once would need more open files than a process may have.
  for (const path of paths) {
    const reading = await readTemplateFolder(path);
    if (reading.folder) folders.push(reading.folder);
    problems.push(...reading.problems);
  }
  const { unique, problems: same } = withOwnIds(folders);
  return { folders: unique, problems: [...problems, ...same] };
}

/** `dir` itself if it is a template's folder, else the template folders in it, by name. */
async function findTemplateFolders(
  dir: string,
): Promise<{ paths: string[]; problems: ManageProblem[] }> {
  if (!(await isFolder(dir))) throw new ManageError(`There is no folder ${dir}`);
  if (await isTemplateFolder(dir)) return { paths: [dir], problems: [] };
  const { folders, problems } = await foldersIn(dir);
  const paths: string[] = [];
  for (const path of folders) if (await isTemplateFolder(path)) paths.push(path);
  if (paths.length > 0 || problems.length > 0) return { paths, problems };
  throw new ManageError(
    `${dir} holds no template: a template is a folder with ${templateFiles.template} and ${templateFiles.html}`,
  );
}

/** Follows a link: the person who runs the command names `path`, and may name a link. */
async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}

/** The first folder of each id, and a problem for each further one: the id says which file a problem is in. */
function withOwnIds(folders: readonly TemplateFolder[]) {
  const unique = new Map<string, TemplateFolder>();
  const problems: ManageProblem[] = [];
  for (const folder of folders) {
    const { templateId } = folder.source;
    const other = unique.get(templateId);
    if (other === undefined) {
      unique.set(templateId, folder);
      continue;
    }
    const message = `has the same id as ${other.path}: give each template its own id`;
    problems.push(folder.locate({ code: 'duplicate-id', part: 'id', templateId, message }));
  }
  return { unique: [...unique.values()], problems };
}
