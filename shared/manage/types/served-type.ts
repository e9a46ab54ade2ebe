import { readRevision } from '../../adapters/tables/templates-table.ts';
import { ManageError } from '../manage-error.ts';
import { headOf, type TemplatePorts } from '../templates/template-head.ts';
import { type TemplateType, templateType } from './template-type.ts';

/**
 * The types of the revision of a template that requests get.
 *
 * @throws {ManageError} where it is `unknown`, as every partial is, or its stored flow cannot be read
 */
export async function servedType(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<TemplateType> {
  const { kind, revision } = await headOf(ports, accountId, templateId);
  if (kind === 'partial') {
    throw new ManageError(`${templateId} is a partial, which no request names`, [], {
      code: 'unknown',
    });
  }
  const content = await readRevision(ports.templates, accountId, templateId, revision);
  if (content) return templateType(templateId, content);
  throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
}
