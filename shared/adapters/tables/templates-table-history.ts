import { GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { isId } from '../../id.ts';
import { type Item, number, optionalNumber, text, textItem } from './attributes.ts';
import type { Table } from './dynamodb.ts';
import { headKey, revisionKey, type TemplateHead, toHead } from './templates-table.ts';

/** A revision as a list shows it. */
export interface RevisionSummary {
  revision: number;
  /** ISO 8601: since when it was served. */
  createdAt: string;
}

/**
 * A head with what it says of the revisions before it. A revision was served if and only if a head
 * has pointed to it, and `writeHead` keeps a small item of every revision whose head it replaces.
 */
export interface SeenHead extends TemplateHead {
  /**
   * The number from which on every served revision but the current one has its small item. Absent in
   * a head of the first format: there, and below this number, every revision counts as served.
   */
  historyFrom?: number | undefined;
  /** The revision that was served before this head was written; 0 where none was. */
  replaces?: number | undefined;
}

/** Which of the revisions a list holds: at most `limit` of those before the revision `before`. */
export interface RevisionRange {
  before?: number | undefined;
  limit?: number | undefined;
}

/** The head of a template, a tombstone too, with what it says of its history; strongly consistent. */
export async function readSeenHead(
  { client, name: TableName }: Table,
  accountId: string,
  templateId: string,
): Promise<SeenHead | null> {
  if (!isId(templateId)) return null;
  const Key = textItem({ accountId, sk: headKey(templateId) });
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  if (!Item) return null;
  return {
    ...toHead(Item),
    historyFrom: optionalNumber(Item, 'historyFrom'),
    replaces: optionalNumber(Item, 'replaces'),
  };
}

/**
 * Keeps the small item of a revision that was served: for whoever has seen that a head points to it,
 * and is about to replace that head. Writing it again changes nothing.
 */
export async function keepServed(
  { client, name: TableName }: Table,
  accountId: string,
  templateId: string,
  { revision, createdAt }: RevisionSummary,
): Promise<void> {
  const Item = {
    ...textItem({ accountId, sk: servedKey(templateId, revision), createdAt }),
    revision: { N: String(revision) },
  };
  await client.send(new PutItemCommand({ TableName, Item }));
}

/**
 * The revisions that were ever served, newest first, without reading their contents. Only those of
 * the first format, which have no small items, are found beside their contents.
 */
export async function listServed(
  templates: Table,
  accountId: string,
  head: SeenHead,
  { before = head.revision + 1, limit = Number.POSITIVE_INFINITY }: RevisionRange = {},
): Promise<RevisionSummary[]> {
  const { templateId, historyFrom = head.revision + 1 } = head;
  const current = currentOf(head);
  const found = current && current.revision < before ? [current] : [];
  const below = Math.min(before, current?.revision ?? head.revision + 1);
  const lists: [(number: number) => string, number, number][] = [
    [(number) => servedKey(templateId, number), historyFrom, below - 1],
    [(number) => revisionKey(templateId, number), 1, Math.min(historyFrom, below) - 1],
  ];
  for (const [keyOf, first, last] of lists) {
    if (first > last || found.length >= limit) continue;
    const range = { first: keyOf(first), last: keyOf(last), limit: limit - found.length };
    found.push(...(await listBetween(templates, accountId, range)));
  }
  return found.slice(0, limit);
}

/** One revision of those that `listServed` lists, or null. */
export async function readServed(
  templates: Table,
  accountId: string,
  head: SeenHead,
  revision: number,
): Promise<RevisionSummary | null> {
  if (revision > head.revision) return null;
  const range = { before: revision + 1, limit: 1 };
  const [found] = await listServed(templates, accountId, head, range);
  return found?.revision === revision ? found : null;
}

/** The revision that a live head points to: the head itself is the proof that it is served. */
function currentOf({ revision, updatedAt, deletedAt, historyFrom }: SeenHead) {
  if (deletedAt !== undefined || historyFrom === undefined) return null;
  return { revision, createdAt: updatedAt };
}

async function listBetween(
  templates: Table,
  accountId: string,
  { first, last, limit }: { first: string; last: string; limit: number },
): Promise<RevisionSummary[]> {
  const summaries: RevisionSummary[] = [];
  let from: Item | undefined;
  do {
    const query = new QueryCommand({
      TableName: templates.name,
      KeyConditionExpression: 'accountId = :account AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':account': { S: accountId },
        ':first': { S: first },
        ':last': { S: last },
      },
      ProjectionExpression: 'revision, createdAt',
      ConsistentRead: true,
      ScanIndexForward: false,
      ExclusiveStartKey: from,
      Limit: Number.isFinite(limit) ? limit - summaries.length : undefined,
    });
    const page = await templates.client.send(query);
    summaries.push(...(page.Items ?? []).map(toSummary));
    from = page.LastEvaluatedKey;
  } while (from && summaries.length < limit);
  return summaries;
}

const toSummary = (item: Item): RevisionSummary => ({
  revision: number(item, 'revision'),
  createdAt: text(item, 'createdAt'),
});

/** The sort key of the small item of a revision that was served. */
const servedKey = (templateId: string, revision: number) =>
  revisionKey(templateId, revision).replace('R#', 'V#');
