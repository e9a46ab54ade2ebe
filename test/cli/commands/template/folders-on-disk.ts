import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a template, apart from template.json. */
export type Files = Partial<Record<'body.html' | 'body.txt' | 'test-data.json', string>>;

/** Writes the folder of a template or a partial into `dir`; `fields` are more fields of its template.json. */
export async function writeFolder(
  dir: string,
  id: string,
  files: Files,
  fields: Record<string, unknown> = { subject: 'Hello' },
): Promise<void> {
  const folder = join(dir, id);
  await mkdir(folder, { recursive: true });
  const template = JSON.stringify({ id, name: id, ...fields }, null, 2);
  for (const [name, content] of Object.entries({ 'template.json': template, ...files })) {
    await writeFile(join(folder, name), content);
  }
}

/** Writes the folder of a partial. */
export const writePartial = (
  dir: string,
  id: string,
  html: string,
  fields: Record<string, unknown> = {},
) => writeFolder(dir, id, { 'body.html': html }, { kind: 'partial', ...fields });

/** Writes the folder of a template. */
export const writeTemplateFolder = (
  dir: string,
  id: string,
  html: string,
  fields: Record<string, unknown> = {},
) => writeFolder(dir, id, { 'body.html': html }, { subject: 'Hello', ...fields });
