import { type Item, number, optionalText, text, textItem } from './attributes.ts';
import { putItem, queryPage, type Table } from './dynamodb.ts';
import { originIn, originItem, type RevisionOrigin } from './revision-origin.ts';
import { revisionKey, type TemplateHead } from './templates-table.ts';

export interface RevisionSummary {
  revision: number;
  /** ISO 8601: since when it was served. */
  createdAt: string;
  /** Absent if an earlier version of the service saved the revision. */
  origin?: RevisionOrigin | undefined;
  /** ISO 8601: set if the template was deleted while this revision was served, and was served again later. */
  deletedAt?: string | undefined;
}

/** Which of the revisions a list holds: at most `limit` of those before the revision `before`. */
export interface RevisionRange {
  before?: number | undefined;
  limit?: number | undefined;
}

/** Writes the small item of a revision that was served, for an import. A repeat changes nothing. */
export async function keepServed(
  templates: Table,
  accountId: string,
  templateId: string,
  served: RevisionSummary,
): Promise<void> {
  await putItem(templates, servedItem(accountId, templateId, served));
}

function servedItem(
  accountId: string,
  templateId: string,
  { revision, createdAt, origin, deletedAt }: RevisionSummary,
): Item {
  return {
    ...textItem({ accountId, sk: servedKey(templateId, revision), createdAt, deletedAt }),
    ...originItem(origin),
    revision: { N: String(revision) },
  };
}

/**
 * The small item to write when a head is replaced: of the revision that it serves, or of a tombstone's last revision, with
 * the time of the deletion. Null if none was ever served.
 */
export async function servedBefore(
  templates: Table,
  accountId: string,
  seen: TemplateHead,
): Promise<Item | null> {
  const { templateId, revision, updatedAt: createdAt, origin, deletedAt } = seen;
  if (deletedAt === undefined) {
    return servedItem(accountId, templateId, { revision, createdAt, origin });
  }
  const [last] = await listServed(templates, accountId, seen, { limit: 1 });
  return last ? servedItem(accountId, templateId, { ...last, deletedAt }) : null;
}

/** The revisions that were ever served, newest first, without their contents. */
export async function listServed(
  templates: Table,
  accountId: string,
  { templateId, revision, updatedAt, deletedAt, origin }: TemplateHead,
  { before = revision + 1, limit = Number.POSITIVE_INFINITY }: RevisionRange = {},
): Promise<RevisionSummary[]> {
  const isLive = deletedAt === undefined;
  const found: RevisionSummary[] =
    isLive && revision < before ? [{ revision, createdAt: updatedAt, origin }] : [];
  const last = Math.min(before, isLive ? revision : revision + 1) - 1;
  if (last < 1 || found.length >= limit) return found;
  let from: Item | undefined;
  do {
    const page = await queryPage(templates, {
      KeyConditionExpression: 'accountId = :account AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':account': { S: accountId },
        ':first': { S: servedKey(templateId, 1) },
        ':last': { S: servedKey(templateId, last) },
      },
      ProjectionExpression: 'revision, createdAt, origin, deletedAt',
      ConsistentRead: true,
      ScanIndexForward: false,
      ExclusiveStartKey: from,
      Limit: Number.isFinite(limit) ? limit - found.length : undefined,
    });
    found.push(...(page.Items ?? []).map(toSummary));
    from = page.LastEvaluatedKey;
  } while (from && found.length < limit);
  return found;
}

/** One revision of those that `listServed` lists, or null. */
export async function readServed(
  templates: Table,
  accountId: string,
  head: TemplateHead,
  revision: number,
): Promise<RevisionSummary | null> {
  if (revision > head.revision) return null;
  const range = { before: revision + 1, limit: 1 };
  const [found] = await listServed(templates, accountId, head, range);
  return found?.revision === revision ? found : null;
}

const toSummary = (item: Item): RevisionSummary => ({
  revision: number(item, 'revision'),
  createdAt: text(item, 'createdAt'),
  origin: originIn(item),
  deletedAt: optionalText(item, 'deletedAt'),
});

const servedKey = (templateId: string, revision: number) =>
  revisionKey(templateId, revision).replace('R#', 'V#');
