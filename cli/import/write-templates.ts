import { join } from 'node:path';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { isTaken } from '../files/cannot-write.ts';
import { writeWholeFolder } from '../files/whole-folder.ts';
import { writeTemplate } from '../template/write-template.ts';
import type { ImportedTemplate } from './import-templates.ts';

/**
 * Writes each template into a new folder of `dir`.
 *
 * @throws {ManageError} if one of the folders is there already; then nothing is written
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
  for (const { source } of templates) {
    await writeWholeFolder(join(dir, source.templateId), (folder) => writeTemplate(folder, source));
  }
}
