import {
  readHeadOrTombstone,
  type StoredHead,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { listHeads } from '../../adapters/tables/templates-table-writes.ts';
import { didYouMean } from '../../engine/nearest.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';

export type TemplatePorts = Pick<ManagePorts, 'templates'>;

/** @throws {ManageError} `unknown`, for a deleted template with the time and the command that restores it */
export async function headOf(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<StoredHead> {
  return served(await headOrTombstoneOf(ports, accountId, templateId));
}

/**
 * Like `headOf`, also for a deleted template, whose revisions are still stored.
 *
 * @throws {ManageError} `unknown` if the account never had it
 */
export async function headOrTombstoneOf(
  { templates }: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<StoredHead> {
  const head = await readHeadOrTombstone(templates, accountId, templateId);
  // A new template whose draft was discarded has no revision.
  if (head && (head.revision > 0 || head.draft)) return head;
  const { heads } = await listHeads(templates, accountId);
  const meant = didYouMean(
    templateId,
    heads.map((one) => one.templateId),
  );
  throw new ManageError(`Account ${accountId} has no template ${templateId}${meant}`, [], {
    code: 'unknown',
    hint: 'template list shows every template',
  });
}

/**
 * Returns a head that is no tombstone.
 *
 * @throws {ManageError} `unknown` for a tombstone, also that of a draft never published
 */
export function served<Head extends TemplateHead>(head: Head): Head {
  const { templateId, revision, deletedAt } = head;
  if (deletedAt === undefined) return head;
  if (revision === 0) {
    throw new ManageError(`Template ${templateId} is a draft, and was never published`, [], {
      code: 'unknown',
      hint: `template publish ${templateId} serves it`,
    });
  }
  throw new ManageError(`Template ${templateId} was deleted at ${deletedAt}`, [], {
    code: 'unknown',
    hint: `template rollback ${templateId} ${revision} brings it back`,
  });
}
