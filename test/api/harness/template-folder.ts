import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '../../end-of-file.ts';

/** The files of one template, by name. The content of a JSON file may be a value. */
export type Files = Record<string, string | object>;

/** Creates a folder, and removes it after the tests of the file. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'postrider-api-'));
  atEndOfFile(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Writes templates, each into the folder with its name below `path`. */
export async function writeTemplates(path: string, templates: Record<string, Files>) {
  for (const [name, files] of Object.entries(templates)) {
    await mkdir(join(path, name), { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(join(path, name, file), text);
    }
  }
}
