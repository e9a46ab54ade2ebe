import {
  readHeadOrTombstone,
  type StoredHead,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';

/** What reading templates needs. */
export type TemplatePorts = Pick<ManagePorts, 'templates'>;

/**
 * The head of a template that is served.
 *
 * @throws {ManageError} `unknown` where the account never had it, and where it was deleted: then the
 * sentence has the time, and the hint the command that brings it back
 */
export async function headOf(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<StoredHead> {
  return served(await headOrTombstoneOf(ports, accountId, templateId));
}

/**
 * The same for a template that may be deleted: its revisions are still there.
 *
 * @throws {ManageError} `unknown` where the account never had it
 */
export async function headOrTombstoneOf(
  { templates }: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<StoredHead> {
  const head = await readHeadOrTombstone(templates, accountId, templateId);
  if (head) return head;
  throw new ManageError(`Account ${accountId} has no template ${templateId}`, [], {
    code: 'unknown',
    hint: 'template list shows those there are',
  });
}

/**
 * A head that is no tombstone.
 *
 * @throws {ManageError} `unknown` for a tombstone
 */
export function served<Head extends TemplateHead>(head: Head): Head {
  const { templateId, revision, deletedAt } = head;
  if (deletedAt === undefined) return head;
  throw new ManageError(`Template ${templateId} was deleted at ${deletedAt}`, [], {
    code: 'unknown',
    hint: `template rollback ${templateId} ${revision} brings it back`,
  });
}
