import { type Item, text, textItem, textList } from './attributes.ts';
import { type Change, put, type Write } from './change.ts';
import { putItem, queryPage, type Table, unlessRefused } from './dynamodb.ts';
import { pausesItem, type TemplatePause } from './pause-item.ts';
import { type DraftPointer, draftItem, originItem } from './revision-origin.ts';
import {
  draftKey,
  headKey,
  readHeadOrTombstone,
  revisionKey,
  type StoredHead,
  type TemplateHead,
  toHead,
} from './templates-table.ts';
import { servedBefore } from './templates-table-history.ts';

export interface NewRevision {
  templateId: string;
  revision: number;
  /** ISO 8601. */
  createdAt: string;
  /** What `encodeRevision` made. */
  content: Uint8Array;
}

/** Writes a revision. False if its number is taken, perhaps by this revision: the caller reads it and compares. */
export async function writeRevision(
  templates: Table,
  accountId: string,
  { templateId, revision, createdAt, content }: NewRevision,
): Promise<boolean> {
  const item = {
    ...textItem({ accountId, sk: revisionKey(templateId, revision), createdAt }),
    revision: { N: String(revision) },
    content: { B: content },
  };
  return unlessRefused(putItem(templates, item, stillAs(null)));
}

/** Writes the content of a draft that is kept apart. False if another draft of the template has its time. */
export function writeDraftContent(
  templates: Table,
  accountId: string,
  templateId: string,
  draft: DraftPointer,
  content: Uint8Array,
): Promise<boolean> {
  const item = textItem({ accountId, sk: draftKey(templateId, draft) });
  return unlessRefused(putItem(templates, { ...item, content: { B: content } }, stillAs(null)));
}

/**
 * Empties the item of a draft that no head points to any more. The key stays, because the dashboard may not delete
 * items. A failure costs storage and nothing else.
 */
export async function emptyDraft(
  templates: Table,
  accountId: string,
  templateId: string,
  draft: DraftPointer | undefined,
): Promise<void> {
  if (!draft?.isApart) return;
  const item = textItem({ accountId, sk: draftKey(templateId, draft) });
  await putItem(templates, item).catch(() => {});
}

/** Writes a template's head if it is still as `seen` (null: none), and with it the small item of the revision in `seen`. */
export async function writeHead(
  templates: Table,
  accountId: string,
  head: TemplateHead,
  seen: TemplateHead | null,
  change: Change,
): Promise<boolean> {
  const isLive = seen !== null && seen.deletedAt === undefined;
  const served = seen && (await servedBefore(templates, accountId, seen));
  const pauses = seen ? seen.pauses : head.pauses;
  const item = headItem(accountId, { ...head, pauses }, isLive ? seen.revision : 0);
  const kept = served ? [put(templates, served)] : [];
  return writeItem(templates, accountId, { item, head, seen, kept }, change);
}

/** Writes a draft, or none, if the head is still as `seen` (null: none). */
export async function writeDraft(
  templates: Table,
  accountId: string,
  head: TemplateHead,
  seen: StoredHead | null,
  change: Change,
): Promise<boolean> {
  const item = headItem(accountId, head, seen?.replaces ?? 0);
  return writeItem(templates, accountId, { item, head, seen }, change);
}

async function writeItem(
  templates: Table,
  accountId: string,
  {
    item,
    head,
    seen,
    kept = [],
  }: { item: Item; head: TemplateHead; seen: TemplateHead | null; kept?: Write[] },
  change: Change,
): Promise<boolean> {
  const isWritten =
    (await unlessRefused(change(templates, put(templates, item, stillAs(seen)), ...kept))) ||
    (await isThere(templates, accountId, head));
  const isReplaced = isWritten && seen?.draft?.createdAt !== head.draft?.createdAt;
  if (isReplaced) await emptyDraft(templates, accountId, head.templateId, seen?.draft);
  return isWritten;
}

/** Writes the pauses of a template if its head is still as `seen`; null if it is not. */
export async function writePauses(
  templates: Table,
  accountId: string,
  seen: StoredHead,
  pauses: readonly TemplatePause[],
  change: Change,
): Promise<StoredHead | null> {
  const item = headItem(accountId, { ...seen, pauses }, seen.replaces);
  const isWritten = await unlessRefused(change(templates, put(templates, item, stillAs(seen))));
  return isWritten ? toHead(item) : null;
}

function headItem(accountId: string, head: TemplateHead, replaces: number): Item {
  const { templateId, revision, name, subject, flowStatus, updatedAt, deletedAt } = head;
  const { uses, tags, languageTags } = head;
  const kind = head.isLayout ? 'layout' : head.kind;
  const texts = { sk: headKey(templateId), name, subject, flowStatus, kind, updatedAt, deletedAt };
  const item: Item = {
    ...textItem({ accountId, ...texts }),
    ...originItem(head.origin),
    ...draftItem(head.draft),
    revision: { N: String(revision) },
    replaces: { N: String(replaces) },
  };
  if (head.pauses) item.pauses = pausesItem(head.pauses);
  for (const [name, list] of Object.entries({ uses, tags, languageTags })) {
    if (list?.length) item[name] = textList(list);
  }
  return item;
}

/** Whether an earlier try of the same write, whose answer was lost, has written the head. */
async function isThere(
  templates: Table,
  accountId: string,
  { templateId, revision, deletedAt, draft }: TemplateHead,
): Promise<boolean> {
  const there = await readHeadOrTombstone(templates, accountId, templateId);
  return (
    there?.revision === revision &&
    there.deletedAt === deletedAt &&
    there.draft?.revision === draft?.revision &&
    there.draft?.createdAt === draft?.createdAt &&
    there.draft?.approvals?.length === draft?.approvals?.length
  );
}

/** Templates of an account by their id; tombstones only `withDeleted`. `looked`: how many heads the table read. */
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
): Promise<{ heads: TemplateHead[]; looked: number; next: string | null }> {
  const page = await queryPage(templates, {
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    FilterExpression: withDeleted ? undefined : 'attribute_not_exists(deletedAt)',
    ExpressionAttributeValues: { ':account': { S: accountId }, ':prefix': { S: headKey(idsFrom) } },
    ConsistentRead: true,
    Limit: limit,
    ExclusiveStartKey: after ? textItem({ accountId, sk: headKey(after) }) : undefined,
  });
  const last = page.LastEvaluatedKey;
  return {
    heads: (page.Items ?? []).map(toHead),
    looked: page.ScannedCount ?? limit,
    next: last ? text(last, 'sk').slice(headKey('').length) : null,
  };
}

function stillAs(seen: TemplateHead | null) {
  if (!seen) return { ConditionExpression: 'attribute_not_exists(sk)' };
  const { revision, deletedAt, draft, pauses } = seen;
  const stillDeleted = deletedAt ? 'attribute_exists' : 'attribute_not_exists';
  const stillDraft = draft ? 'draft.createdAt = :draft' : 'attribute_not_exists(draft)';
  const ExpressionAttributeValues: Item = { ':seen': { N: String(revision) } };
  if (draft) ExpressionAttributeValues[':draft'] = { S: draft.createdAt };
  const stillPaused = pauses ? 'pauses = :seenPauses' : 'attribute_not_exists(pauses)';
  if (pauses) ExpressionAttributeValues[':seenPauses'] = pausesItem(pauses);
  return {
    ConditionExpression: `revision = :seen AND ${stillDeleted}(deletedAt) AND ${stillDraft} AND ${stillPaused}`,
    ExpressionAttributeValues,
  };
}
