import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of one template, by name. The content of a JSON file may be a value. */
export type Files = Record<string, string | object>;

export async function writeTemplates(path: string, templates: Record<string, Files>) {
  for (const [name, files] of Object.entries(templates)) {
    await mkdir(join(path, name), { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(join(path, name, file), text);
    }
  }
}
