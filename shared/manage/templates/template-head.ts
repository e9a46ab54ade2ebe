import { readHeadOrTombstone, type TemplateHead } from '../../adapters/tables/templates-table.ts';
import { readSeenHead, type SeenHead } from '../../adapters/tables/templates-table-history.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';

/** What questions about templates are put to. */
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
): Promise<TemplateHead> {
  return served(await headOrTombstoneOf(ports, accountId, templateId));
}

/**
 * Like `headOf`, for what works on a deleted template too: its revisions are still there.
 *
 * @throws {ManageError} `unknown` where the account never had it
 */
export async function headOrTombstoneOf(
  { templates }: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<TemplateHead> {
  return known(await readHeadOrTombstone(templates, accountId, templateId), accountId, templateId);
}

/**
 * Like `headOrTombstoneOf`, with what it says of its history: for whoever lists or reads revisions, or
 * is about to replace it.
 *
 * @throws {ManageError} `unknown` where the account never had it
 */
export async function historyOf(
  { templates }: TemplatePorts,
  accountId: string,
  templateId: string,
): Promise<SeenHead> {
  return known(await readSeenHead(templates, accountId, templateId), accountId, templateId);
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

function known<Head>(head: Head | null, accountId: string, templateId: string): Head {
  if (head) return head;
  throw new ManageError(`Account ${accountId} has no template ${templateId}`, [], {
    code: 'unknown',
    hint: 'template list shows those there are',
  });
}

/** Whether this revision is the one that is served: of a deleted template none is. */
export function isServed(
  { revision: current, deletedAt }: TemplateHead,
  revision: number,
): boolean {
  return deletedAt === undefined && revision === current;
}
