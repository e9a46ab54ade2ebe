import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { isTaken, writeWholeFolder } from '../../../files/whole-file.ts';
import { writeTemplate } from '../../../folders/write-template.ts';
import type { ImportedTemplate } from './import-templates.ts';

/**
 * Writes each template into a new folder of `dir`.
 *
 * @throws {ManageError} if one of the folders exists already, or cannot be written; then no template is written
 */
export async function writeTemplates(
  dir: string,
  templates: readonly ImportedTemplate[],
): Promise<void> {
  for (const { source } of templates) {
    const folder = join(dir, source.templateId);
    if (await isTaken(folder)) {
      const way = 'name another folder with --out, or remove that one';
      throw new ManageError(`Nothing was written: ${folder} is there already: ${way}`);
    }
  }
  const written: string[] = [];
  try {
    for (const { source } of templates) {
      const path = join(dir, source.templateId);
      await writeWholeFolder(path, (folder) => writeTemplate(folder, source));
      written.push(path);
    }
  } catch (error) {
    for (const path of written) await rm(path, { recursive: true, force: true });
    throw error;
  }
}
