import { createHash } from 'node:crypto';
import { listMessages } from '../../../../shared/adapters/tables/messages-table-lists.ts';
import { readReports } from '../../../../shared/adapters/tables/messages-table-reports.ts';
import { readReplies } from '../../../../shared/adapters/tables/replies-table.ts';
import { listSuppressed } from '../../../../shared/adapters/tables/suppression-table.ts';
import {
  readRevision,
  type TemplateHead,
} from '../../../../shared/adapters/tables/templates-table.ts';
import {
  listServed,
  type RevisionSummary,
} from '../../../../shared/adapters/tables/templates-table-history.ts';
import { listHeads } from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { maxPageItems } from '../../../../shared/engine/limits.ts';
import { accountRecord } from '../../../../shared/manage/accounts.ts';
import { type ApiKey, listKeys } from '../../../../shared/manage/keys.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { sourceOf } from '../../../../shared/manage/templates/template-source.ts';
import { listWebhooks } from '../../../../shared/manage/webhooks/webhooks.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { type ExportLine, exportVersion, type LineOf } from './export-format.ts';

export interface ExportOptions {
  /** All revisions, or only the current one of each template. Of partials it exports all, because templates use them. */
  revisions: 'all' | 'current';
  messages: boolean;
}

/** Yields the lines of an export, a page in memory at a time. The same content gives the same bytes. */
export async function* exportAccount(
  ports: ManagePorts,
  accountId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const line of linesOf(ports, accountId, options)) {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    lines += 1;
    yield text;
  }
  const end: LineOf<'end'> = { kind: 'end', lines, sha256: hash.digest('hex') };
  yield `${JSON.stringify(end)}\n`;
}

async function* linesOf(
  ports: ManagePorts,
  accountId: string,
  options: ExportOptions,
): AsyncGenerator<ExportLine> {
  const record = await accountRecord(ports, accountId);
  const { name, plan, messageParts = 1, seeds, personKey, createdAt } = record;
  const spread = messageParts > 1 ? messageParts : undefined;
  yield { kind: 'postrider-account', version: exportVersion, ...options };
  const forgets = record.forgets ? (true as const) : undefined;
  yield {
    ...{ kind: 'account', accountId, name, plan, messageParts: spread, seeds, personKey, forgets },
    createdAt,
  };
  yield* templateLines(ports, accountId, options);
  yield* suppressionLines(ports, accountId);
  for (const key of await listKeys(ports, accountId)) {
    yield keyLine(key);
  }
  for (const { id, url, types, test, createdAt } of await listWebhooks(ports, accountId)) {
    const named = types ? [...types] : undefined;
    yield { kind: 'webhook', id, url, types: named, test: test || undefined, createdAt };
  }
  if (options.messages) yield* messageLines(ports, accountId, messageParts);
}

function keyLine({ accountId: _, hint: __, mode, ...key }: ApiKey): LineOf<'key'> {
  const { redirectTo, allow, scopes, createdAt, revokedAt, paused, ...named } = key;
  return {
    ...{ kind: 'key', ...named, mode: mode === 'test' ? mode : undefined, redirectTo },
    ...{ allow: allow && [...allow], scopes: scopes && [...scopes] },
    ...{ createdAt, revokedAt: revokedAt ?? undefined, paused },
  };
}

async function* templateLines(
  ports: ManagePorts,
  accountId: string,
  { revisions }: ExportOptions,
): AsyncGenerator<ExportLine> {
  const { templates } = ports;
  let after: string | undefined;
  do {
    const page = await listHeads(templates, accountId, { after, withDeleted: true });
    // Drafts are left out; a template that only has a draft has no revision.
    for (const head of page.heads.filter(({ revision }) => revision > 0)) {
      for (const revision of await revisionsOf(templates, accountId, head, revisions)) {
        yield await revisionLine(templates, accountId, head.templateId, revision);
      }
      yield templateLine(head);
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
}

function templateLine({
  kind,
  uses,
  deletedAt,
  origin,
  pauses,
  ...head
}: TemplateHead): ExportLine {
  const { templateId, name, subject, flowStatus, revision, updatedAt } = head;
  return {
    ...{ kind: 'template', templateId, name, templateKind: kind, uses: uses && [...uses] },
    ...{ subject, flowStatus, revision, updatedAt, deletedAt, origin, pauses },
  };
}

async function revisionsOf(
  templates: ManagePorts['templates'],
  accountId: string,
  head: TemplateHead,
  revisions: ExportOptions['revisions'],
): Promise<RevisionSummary[]> {
  const isCurrentOnly = revisions === 'current' && head.kind !== 'partial';
  if (isCurrentOnly && head.deletedAt !== undefined) return [];
  const limit = isCurrentOnly ? 1 : undefined;
  return (await listServed(templates, accountId, head, { limit })).reverse();
}

async function revisionLine(
  templates: ManagePorts['templates'],
  accountId: string,
  templateId: string,
  { revision, createdAt, origin, deletedAt }: RevisionSummary,
): Promise<ExportLine> {
  const found = await readRevision(templates, accountId, templateId, revision);
  if (!found) throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
  const { kind: templateKind, ...source } = sourceOf(templateId, found);
  const { partials } = found;
  const line = { revision, createdAt, origin, deletedAt };
  return { kind: 'revision', ...line, ...source, templateKind, partials };
}

async function* suppressionLines(
  { messages }: ManagePorts,
  accountId: string,
): AsyncGenerator<ExportLine> {
  let after: string | undefined;
  do {
    const page = await listSuppressed(messages, accountId, { ...(after && { after }) });
    for (const { address, reason, at, detail, messageId } of page.suppressions) {
      yield { kind: 'suppression', address, reason, at, detail, messageId };
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
}

async function* messageLines(
  { messages, now }: ManagePorts,
  accountId: string,
  parts: number,
): AsyncGenerator<ExportLine> {
  let before: string | undefined;
  const nowMs = now().getTime();
  do {
    const query = { before, limit: maxPageItems, nowMs, parts };
    const page = await listMessages(messages, accountId, query);
    if (page.unreadable.length > 0) {
      throw new ManageError(
        `A newer version of the service recorded some messages: export with that version, or without --messages (${page.unreadable.join(', ')})`,
      );
    }
    yield* await inParallel(page.messages, (record) => messageLine(messages, record));
    before = page.next ?? undefined;
  } while (before !== undefined);
}

async function messageLine(
  messages: ManagePorts['messages'],
  record: MessageRecord,
): Promise<ExportLine> {
  const { events, reported } = await readReports(messages, record);
  // Only this deployment's S3 has the mails of the replies.
  const replies = (await readReplies(messages, record)).map((reply) => ({
    ...reply,
    mailKey: null,
  }));
  // Only messages of test keys have these two fields, and such messages are not exported.
  const { accountId: _, trace, redirectedTo: __, leftOut: ___, replyIds: ____, ...rest } = record;
  const answered = replies.length > 0 && { replies };
  return { kind: 'message', ...rest, reported, events, trace: [...trace], ...answered };
}
