import { join, resolve } from 'node:path';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import {
  type KnownPartials,
  knownAmong,
  namesIn,
  readKnown,
} from '../../shared/manage/templates/partials/known-partials.ts';
import {
  type PreparedSources,
  prepareOffline,
  prepareSources,
} from '../../shared/manage/templates/prepare-sources.ts';
import {
  type PreparedTemplate,
  prepareTemplate,
} from '../../shared/manage/templates/prepare-template.ts';
import type { TemplatePorts } from '../../shared/manage/templates/template-head.ts';
import { filesRefused } from '../terminal/failure.ts';
import { isTemplateFolder } from './folders-in.ts';
import { locateIn } from './locate-problems.ts';
import type { TemplateFolder } from './template-folder.ts';
import { readTemplateFolders } from './template-folders.ts';

/** The account whose partials the templates of a folder may take. */
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

/**
 * Reads and prepares the templates in a folder, with the stored partials that they take, and the stored
 * templates that take a partial in the folder.
 *
 * @throws {ManageError} with every problem of every template
 */
export async function prepareFolder(
  dir: string,
  { ports, accountId }: StoredPartials,
  { opening = 'Nothing was saved', problemsOf = () => [] }: FolderPreparation = {},
): Promise<PreparedTemplate[]> {
  const read = await readTemplateFolders(dir);
  const sources = sourcesOf(read.folders);
  const unread = sourcesOf(read.bodies);
  const others = knownAmong(unread);
  const { prepared, problems } = await prepareSources(ports, accountId, sources, { others });
  const found = { prepared, problems: [...problems, ...prepared.flatMap(problemsOf)] };
  const known = async () => {
    const stored = await readKnown(ports, accountId, [...sources, ...unread]);
    return new Map([...others, ...stored]);
  };
  return withoutProblems(read, found, known, opening);
}

/**
 * Reads and prepares the templates in a folder, with the partials in it. One template's folder takes partials from
 * the folder around it. It needs no deployment.
 *
 * @throws {ManageError} with every problem of every template; its sentence begins with `opening`
 */
export async function prepareFolderOffline(
  dir: string,
  opening: string,
): Promise<PreparedTemplate[]> {
  const read = await readTemplateFolders(dir);
  const beside = await partialsBeside(dir, read.folders);
  const others = knownAmong(sourcesOf([...beside, ...read.bodies]));
  const found = await prepareOffline(sourcesOf(read.folders), others);
  const known = async () => new Map([...others, ...knownAmong(sourcesOf(read.folders))]);
  return withoutProblems(read, found, known, opening);
}

/**
 * The partials in the folder around `dir`, if that is one template's folder, and the template takes partials. They
 * may have problems, which are left to their own check.
 */
export async function partialsBeside(
  dir: string,
  templates: readonly TemplateFolder[],
): Promise<TemplateFolder[]> {
  const takesAny = templates.some(({ source }) => namesIn(source).length > 0);
  if (!takesAny || !(await isTemplateFolder(dir))) return [];
  const own = resolve(dir);
  const { folders, bodies } = await readTemplateFolders(join(dir, '..'));
  return [...folders, ...bodies].filter(
    ({ path, source }) => source.kind === 'partial' && resolve(path) !== own,
  );
}

/** What is wrong with the HTML and the text of a template whose other files cannot be read. */
export async function bodyProblems(
  body: TemplateFolder,
  folders: readonly TemplateFolder[],
  known: KnownPartials,
): Promise<ManageProblem[]> {
  const preparation = await prepareTemplate(body.source, known);
  const problems = preparation.ok ? [] : preparation.problems;
  return problems
    .filter(({ part }) => part === 'html' || part === 'text')
    .map(locateIn([...folders, body]))
    .map(({ templateId: _, partial, ...problem }) => {
      // It is not known what the template is: it was only read as a partial.
      return partial === body.source.templateId
        ? problem
        : { ...problem, ...(partial && { partial }) };
    });
}

export const sourcesOf = (folders: readonly TemplateFolder[]) =>
  folders.map(({ source }) => source);

async function withoutProblems(
  { folders, bodies, problems: ofFiles }: Awaited<ReturnType<typeof readTemplateFolders>>,
  { prepared, problems: found }: PreparedSources,
  known: () => Promise<KnownPartials>,
  opening: string,
): Promise<PreparedTemplate[]> {
  const problems = [...ofFiles, ...found.map(locateIn([...bodies, ...folders]))];
  const all: KnownPartials = bodies.length > 0 ? await known() : new Map();
  for (const body of bodies) problems.push(...(await bodyProblems(body, folders, all)));
  if (problems.length > 0) throw filesRefused(opening, problems);
  return prepared;
}
