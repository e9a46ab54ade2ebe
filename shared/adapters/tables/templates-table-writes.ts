import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { text, textItem } from './attributes.ts';
import { type Table, unlessRefused } from './dynamodb.ts';
import { originItem } from './revision-origin.ts';
import {
  headKey,
  readHeadOrTombstone,
  revisionKey,
  type TemplateHead,
  toHead,
} from './templates-table.ts';
import { keepDeletion, keepServed } from './templates-table-history.ts';

/** A revision on its way into the table. */
export interface NewRevision {
  templateId: string;
  revision: number;
  /** ISO 8601. */
  createdAt: string;
  /** What `encodeRevision` made. */
  content: Uint8Array;
}

/**
 * Writes a revision. Returns false if its number is taken: by another revision, or by this one if the
 * answer to an earlier try was lost. The caller reads it and compares.
 */
export async function writeRevision(
  templates: Table,
  accountId: string,
  { templateId, revision, createdAt, content }: NewRevision,
): Promise<boolean> {
  const put = new PutItemCommand({
    TableName: templates.name,
    Item: {
      ...textItem({ accountId, sk: revisionKey(templateId, revision), createdAt }),
      revision: { N: String(revision) },
      content: { B: content },
    },
    ConditionExpression: 'attribute_not_exists(sk)',
  });
  return unlessRefused(templates.client.send(put));
}

/**
 * Writes a template's head if it is still as it was `seen` (null: there was none). Returns false if
 * someone else changed it in between.
 *
 * It first writes the small item of the revision in `seen`: if it stops between the two writes, the
 * history still has every revision that was served, and no other.
 */
export async function writeHead(
  templates: Table,
  accountId: string,
  head: TemplateHead,
  seen: TemplateHead | null,
): Promise<boolean> {
  const { templateId, revision, name, subject, flowStatus, kind, uses, updatedAt, deletedAt } =
    head;
  const isLive = seen !== null && seen.deletedAt === undefined;
  if (isLive) {
    const { updatedAt: createdAt, origin } = seen;
    const served = { revision: seen.revision, createdAt, origin };
    await keepServed(templates, accountId, templateId, served);
  } else if (seen !== null) {
    await keepDeletion(templates, accountId, seen);
  }
  const ofKind = head.isLayout ? 'layout' : kind;
  const parts = { name, subject, flowStatus, kind: ofKind, updatedAt, deletedAt };
  const put = new PutItemCommand({
    TableName: templates.name,
    Item: {
      ...textItem({ accountId, sk: headKey(templateId), ...parts }),
      ...originItem(head.origin),
      revision: { N: String(revision) },
      replaces: { N: String(isLive ? seen.revision : 0) },
      ...(uses?.length && { uses: { L: uses.map((S) => ({ S })) } }),
    },
    ...stillAs(seen),
  });
  if (await unlessRefused(templates.client.send(put))) return true;
  const there = await readHeadOrTombstone(templates, accountId, templateId);
  return there?.revision === revision && there.deletedAt === deletedAt;
}

/** Templates of an account by their id; tombstones only `withDeleted`. `next` is null at the end. */
export async function listHeads(
  templates: Table,
  accountId: string,
  {
    idsFrom = '',
    after,
    limit = 100,
    withDeleted = false,
  }: {
    idsFrom?: string;
    after?: string | undefined;
    limit?: number;
    withDeleted?: boolean;
  } = {},
): Promise<{ heads: TemplateHead[]; next: string | null }> {
  const query = new QueryCommand({
    TableName: templates.name,
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    ...(!withDeleted && { FilterExpression: 'attribute_not_exists(deletedAt)' }),
    ExpressionAttributeValues: { ':account': { S: accountId }, ':prefix': { S: headKey(idsFrom) } },
    ConsistentRead: true,
    Limit: limit,
    ExclusiveStartKey: after ? textItem({ accountId, sk: headKey(after) }) : undefined,
  });
  const page = await templates.client.send(query);
  const last = page.LastEvaluatedKey;
  return {
    heads: (page.Items ?? []).map(toHead),
    next: last ? text(last, 'sk').slice(headKey('').length) : null,
  };
}

function stillAs(seen: TemplateHead | null) {
  if (!seen) return { ConditionExpression: 'attribute_not_exists(sk)' };
  const stillDeleted = seen.deletedAt ? 'attribute_exists' : 'attribute_not_exists';
  return {
    ConditionExpression: `revision = :seen AND ${stillDeleted}(deletedAt)`,
    ExpressionAttributeValues: { ':seen': { N: String(seen.revision) } },
  };
}
