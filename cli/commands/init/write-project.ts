import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { templatesFolder } from '../../../lib/home.ts';
import { isTaken, orCannotWrite } from '../../files/cannot-write.ts';
import { writeWholeFile } from '../../files/whole-file.ts';
import { writeWholeFolder } from '../../files/whole-folder.ts';
import { firstAddress, senderOf } from '../../folders/flow-sender.ts';
import { templateFiles } from '../../folders/template-files.ts';
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
    const isThere = await isTaken(path);
    if (!isThere) await write(path);
    result[isThere ? 'left' : 'written'].push(name);
  };
  for (const [name, content] of projectFiles(choices)) {
    await add(name, (path) => writeFileAndFolder(path, content));
  }
  await add(templatePath, (path) => copyTemplate(path, choices));
  return result;
}

function writeFileAndFolder(path: string, content: string): Promise<void> {
  return orCannotWrite(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeWholeFile(path, content);
  });
}

/** The copy's flow sends from the first sender. */
function copyTemplate(path: string, { senders }: Choices): Promise<void> {
  return writeWholeFolder(path, async (folder) => {
    await cp(join(templatesFolder, 'welcome'), folder, { recursive: true });
    const address = firstAddress(senders);
    if (address !== null) await replaceSender(folder, address);
  });
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
