import { join, resolve } from 'node:path';
import { flowGraph } from '../../shared/engine/flow/graph.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { knownAmong, namesIn } from '../../shared/manage/templates/partials/known-partials.ts';
import { prepareOffline, prepareSources } from '../../shared/manage/templates/prepare-sources.ts';
import type { PreparedTemplate } from '../../shared/manage/templates/prepare-template.ts';
import type { TemplatePorts } from '../../shared/manage/templates/template-head.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import { filesRefused } from '../terminal/failure.ts';
import { isTemplateFolder } from './folders-in.ts';
import { locateIn } from './locate-problems.ts';
import type { TemplateFolder } from './template-folder.ts';
import { readTemplateFolders } from './template-folders.ts';

export interface StoredPartials {
  ports: TemplatePorts;
  accountId: string;
}

export interface FolderPreparation {
  /** How the sentence of a refusal begins. */
  opening?: string;
  /** Finds what else refuses a template. */
  problemsOf?: (prepared: PreparedTemplate) => readonly ManageProblem[];
}

/** Prepares a folder's templates, and the stored ones that take its partials. @throws {ManageError} with all problems */
export async function prepareFolder(
  dir: string,
  { ports, accountId }: StoredPartials,
  { opening = 'Nothing was saved', problemsOf = () => [] }: FolderPreparation = {},
): Promise<PreparedTemplate[]> {
  const folders = await readFolders(dir, opening);
  const { prepared, problems } = await prepareSources(ports, accountId, sourcesOf(folders));
  const found = [...problems, ...prepared.flatMap(problemsOf)].map(locateIn(folders));
  if (found.length > 0) throw filesRefused(opening, found);
  return prepared;
}

/** One template's folder takes partials from the folder around it. Needs no deployment. Throws like `prepareFolder`. */
export async function prepareFolderOffline(
  dir: string,
  opening: string,
): Promise<PreparedTemplate[]> {
  const folders = await readFolders(dir, opening);
  const beside = knownAmong(sourcesOf(await foldersBeside(dir, folders)));
  const { prepared, problems } = await prepareOffline(sourcesOf(folders), beside);
  if (problems.length > 0) throw filesRefused(opening, problems.map(locateIn(folders)));
  return prepared;
}

async function readFolders(dir: string, opening: string): Promise<TemplateFolder[]> {
  const { folders, problems } = await readTemplateFolders(dir);
  if (problems.length > 0) throw filesRefused(opening, problems);
  return folders;
}

/** The others in the folder around one template's folder, if it names one; their problems are left to their own check. */
export async function foldersBeside(
  dir: string,
  templates: readonly TemplateFolder[],
): Promise<TemplateFolder[]> {
  const namesAny = templates.some(({ source }) => namesIn(source).length > 0 || hasBranch(source));
  if (!namesAny || !(await isTemplateFolder(dir))) return [];
  const own = resolve(dir);
  const { folders } = await readTemplateFolders(join(dir, '..'));
  return folders.filter(({ path }) => resolve(path) !== own);
}

const hasBranch = ({ flow }: TemplateSource) =>
  flowGraph.safeParse(flow).data?.nodes.some(({ type }) => type === 'branch') ?? false;

export const sourcesOf = (folders: readonly TemplateFolder[]) =>
  folders.map(({ source }) => source);
