import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { listTemplates } from '../../../../shared/manage/templates/templates.ts';
import { type TemplateType, templateType } from '../../../../shared/manage/types/template-type.ts';
import { prepareFolderOffline } from '../../../folders/prepare-folder.ts';

/**
 * The types of the templates in a folder, by id.
 *
 * @throws {ManageError} with every problem of every template
 */
export async function typesOfFolder(dir: string): Promise<TemplateType[]> {
  const prepared = await prepareFolderOffline(dir, 'No types were written');
  return prepared
    .filter(({ revision }) => revision.kind !== 'partial')
    .map(({ templateId, revision }) => templateType(templateId, revision))
    .sort(byId);
}

/** The types of the templates that an account serves, by id. A partial has none: it is never served itself. */
export async function typesOfAccount(
  ports: ManagePorts,
  accountId: string,
): Promise<TemplateType[]> {
  const heads = (await listTemplates(ports, accountId)).filter(({ kind }) => kind !== 'partial');
  const types = await inParallel(heads, async ({ templateId, revision }) => {
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    if (content) return templateType(templateId, content);
    throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
  });
  return types.sort(byId);
}

/** The same templates give the same file, wherever they come from. */
function byId({ id: one }: TemplateType, { id: other }: TemplateType): number {
  return one < other ? -1 : 1;
}
