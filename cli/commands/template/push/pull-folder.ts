import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { maxTemplateJsonBytes } from '../../../../shared/engine/limits.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { pullTemplates } from '../../../../shared/manage/templates/templates.ts';
import { codeOf } from '../../../files/error-code.ts';
import { foldersIn } from '../../../folders/folders-in.ts';
import { readJsonFile } from '../../../folders/template-file.ts';
import { templateFiles } from '../../../folders/template-files.ts';
import { type WrittenFiles, writeTemplate } from '../../../folders/write-template.ts';
import { filesRefused } from '../../../terminal/failure.ts';
import { keepPulled, readPulled } from './pulled-revisions.ts';

interface PulledTemplate extends WrittenFiles {
  id: string;
  revision: number;
  folder: string;
}

interface FolderPull {
  dir: string;
  accountId: string;
  progress: (doing: string) => void;
}

/**
 * Writes each template into the folder that has its id, else into one named after the id. If `dir` is one template's
 * folder, it writes only that template. Below `dir` it never writes through a link. @throws {ManageError} for a folder
 * of another template, and then nothing is written; for a link
 */
export async function pullFolder(
  ports: ManagePorts,
  { dir, accountId, progress }: FolderPull,
): Promise<PulledTemplate[]> {
  const own = await ownId(dir);
  const current = await pullTemplates(ports, accountId, own ?? undefined);
  const folders = own === null ? await foldersById(dir) : new Map([[own, dir]]);
  const targets = current.map((template) => {
    const id = template.head.templateId;
    return { ...template, id, folder: folders.get(id) ?? join(dir, id) };
  });
  refuseOverwriting(targets, folders);
  for (const { folder } of targets) {
    if (folder === dir || (await isFolderItself(folder))) continue;
    const message = 'is a link or a file where a folder belongs: rename it';
    refuse([{ code: 'bad-file', file: folder, message }]);
  }
  const known = await readPulled(dir, accountId);
  progress('Writing the files');
  const pulled: PulledTemplate[] = [];
  for (const { id, head, folder, source } of targets) {
    const files = await writeTemplate(folder, source);
    pulled.push({ id, revision: head.revision, folder, ...files });
  }
  await keepPulled(known, accountId, pulled);
  return pulled;
}

const withId = z.object({ id: z.string() });

/** The id of the template in `dir` itself; null if `dir` is not a template's folder. */
async function ownId(dir: string): Promise<string | null> {
  const file = join(dir, templateFiles.template);
  if ((await readJsonFile(file, maxTemplateJsonBytes)).state === 'absent') return null;
  const id = await idIn(dir);
  if (id !== null) return id;
  throw new ManageError(`${file} contains no template id: fix it or remove it, then pull again`);
}

/** The id of the template in a folder; null if there is no template, or its id cannot be read. */
async function idIn(folder: string): Promise<string | null> {
  const reading = await readJsonFile(join(folder, templateFiles.template), maxTemplateJsonBytes);
  if (reading.state !== 'read') return null;
  return withId.safeParse(reading.content.value).data?.id ?? null;
}

async function foldersById(dir: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const { folders, problems } = await foldersThere(dir);
  refuse(problems);
  for (const folder of folders) {
    const id = await idIn(folder);
    if (id !== null && !ids.has(id)) ids.set(id, folder);
  }
  return ids;
}

async function foldersThere(dir: string): ReturnType<typeof foldersIn> {
  try {
    return await foldersIn(dir);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { folders: [], problems: [] };
    if (code === 'ENOTDIR')
      throw new ManageError(`${dir} is a file: name a folder`, [], { cause: error });
    throw error;
  }
}

function refuse(problems: readonly ManageProblem[]): void {
  if (problems.length > 0) throw filesRefused('Nothing was written', problems);
}

function refuseOverwriting(
  targets: readonly { id: string; folder: string }[],
  folders: ReadonlyMap<string, string>,
): void {
  const holders = new Map([...folders].map(([id, folder]) => [folder, id]));
  for (const { id, folder } of targets) {
    const holder = holders.get(folder);
    if (holder === undefined || holder === id) continue;
    throw new ManageError(
      `Nothing was written: ${folder} holds the template ${holder}, but ${id} must be written there; rename that folder first`,
    );
  }
}

/** Whether the path is a folder and no link. A path that does not exist yet counts as a folder. */
async function isFolderItself(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() ?? true;
}
