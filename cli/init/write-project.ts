import { cp, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { templatesFolder } from '../../lib/home.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { unfinishedOf, writeWholeFile } from '../files/whole-file.ts';
import { firstAddress, senderOf } from '../operate/flow-sender.ts';
import { templateFiles } from '../template/template-folder.ts';
import { codeOf } from '../terminal/error-code.ts';
import { type Choices, projectFiles } from './project-files.ts';

/** The paths in the folder that were written, and those that were there already. */
export interface WrittenProject {
  written: string[];
  left: string[];
}

/** The template that a new folder has, by its path in the folder. */
const templatePath = join('templates', 'welcome');

/**
 * Writes the files of a project into a folder, and makes the folder. What is there already stays as it is, so another
 * run completes an interrupted one.
 *
 * @throws {ManageError} that names the path that cannot be written
 */
export async function writeProject(folder: string, choices: Choices): Promise<WrittenProject> {
  const result: WrittenProject = { written: [], left: [] };
  const add = async (name: string, write: (path: string) => Promise<void>) => {
    const path = join(folder, name);
    const isThere = await orRefuse(path, () => exists(path));
    if (!isThere) {
      await orRefuse(path, async () => {
        await mkdir(dirname(path), { recursive: true });
        await write(path);
      });
    }
    result[isThere ? 'left' : 'written'].push(name);
  };
  for (const [name, content] of projectFiles(choices)) {
    await add(name, (path) => writeWholeFile(path, content));
  }
  await add(templatePath, (path) => copyTemplate(path, choices));
  return result;
}

/** Whether there is anything at a path. A broken link counts. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Copies the whole template or nothing. Its flow sends from the first sender. */
async function copyTemplate(path: string, { senders }: Choices): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    await cp(join(templatesFolder, 'welcome'), unfinished, { recursive: true });
    const address = firstAddress(senders);
    if (address !== null) await replaceSender(unfinished, address);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Replaces only the sender in the file, so that its layout stays. */
async function replaceSender(folder: string, address: string): Promise<void> {
  const file = join(folder, templateFiles.template);
  const text = await readFile(file, 'utf8');
  const from = senderOf(JSON.parse(text).flow);
  await writeWholeFile(
    file,
    text.replace(JSON.stringify(from), () => JSON.stringify(address)),
  );
}

const reasons: Record<string, string> = {
  EACCES: 'its permissions forbid it',
  EPERM: 'its permissions forbid it',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is where a folder belongs',
  EEXIST: 'a file is where a folder belongs',
  ELOOP: 'its links form a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** Turns an error of the file system into one sentence. */
export async function orRefuse<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = reasons[codeOf(cause) ?? ''];
    if (reason === undefined) throw cause;
    throw new ManageError(`${path} cannot be written: ${reason}`, [], { cause });
  }
}
