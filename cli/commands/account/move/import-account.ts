import { raiseAccountSpread } from '../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { keepReport } from '../../../../shared/adapters/tables/messages-table-reports.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { keepReply } from '../../../../shared/adapters/tables/replies-table.ts';
import { blockPrefix } from '../../../../shared/adapters/tables/search-blocks.ts';
import { suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import { keepServed } from '../../../../shared/adapters/tables/templates-table-history.ts';
import {
  writeHead,
  writeRevision,
} from '../../../../shared/adapters/tables/templates-table-writes.ts';
import { restoreAccount } from '../../../../shared/manage/accounts.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { deleteItemsOf } from '../../../aws/account-items.ts';
import type { ImportPlan } from './check-import.ts';
import type { ExportLine, LineOf } from './export-format.ts';
import { type PartialRevisions, sourceOfLine, takenByLine } from './exported-partials.ts';
import type { NumberedLine } from './read-export.ts';

const batchLines = 16;

/** Writes what `checkImport` has checked, without expired messages. A second run completes an interrupted import. */
export async function importAccount(
  ports: ManagePorts,
  lines: AsyncIterable<NumberedLine>,
  { account, isThere, partials }: ImportPlan,
  progress: (doing: string) => void,
): Promise<void> {
  const { accountId, messageParts } = account;
  if (!isThere) await restoreAccount(ports, account);
  // Lists read only as many parts as the account's record says, so the record must count every part in the file.
  else if (messageParts > 1) {
    await raiseAccountSpread(ports.accounts, accountId, messageParts, alone);
  }
  let batch: ExportLine[] = [];
  const flush = async () => {
    await inParallel(batch, (line) => writeLine(ports, accountId, line, partials));
    batch = [];
  };
  for await (const { number, line } of lines) {
    // A head is served as soon as it is written, so its revision must be written first.
    if (line.kind === 'template' || batch.length === batchLines) await flush();
    batch.push(line);
    progress(`Importing line ${number}`);
  }
  await flush();
  // A search between two runs may have noted what the account has of a time that the second run adds to.
  await deleteItemsOf(ports.messages, accountId, blockPrefix);
}

async function writeLine(
  ports: ManagePorts,
  accountId: string,
  line: ExportLine,
  partials: PartialRevisions,
): Promise<void> {
  if (line.kind === 'revision') await importRevision(ports, accountId, line, partials);
  else if (line.kind === 'template') await importHead(ports, accountId, line);
  else if (line.kind === 'suppression') {
    const { kind: _, ...suppression } = line;
    await suppress(ports.messages, accountId, suppression, alone);
  } else if (line.kind === 'message') {
    await importMessage(ports, accountId, line);
  }
}

async function importMessage(
  { messages, now }: ManagePorts,
  accountId: string,
  { kind: _, events, replies = [], ...rest }: LineOf<'message'>,
): Promise<void> {
  if (rest.expiresAt * 1000 <= now().getTime()) return;
  const record = { ...rest, ...unscheduled(rest, now), accountId, events: [] };
  if (!(await beginMessage(messages, record))) return;
  for (const event of events) await keepReport(messages, record, event);
  for (const reply of replies) await keepReply(messages, record, reply);
}

/** Scheduled messages become CANCELLED: the deployment that the file is from sends them itself. */
function unscheduled({ state }: Pick<LineOf<'message'>, 'state'>, now: () => Date) {
  if (state !== 'SCHEDULED') return {};
  const error = 'It was imported: only the deployment where it was scheduled sends it';
  return { state: 'CANCELLED' as const, settledAt: now().toISOString(), error };
}

async function importRevision(
  { templates }: ManagePorts,
  accountId: string,
  line: LineOf<'revision'>,
  partials: PartialRevisions,
): Promise<void> {
  const { templateId, revision, createdAt, origin, deletedAt } = line;
  const preparation = await prepareTemplate(sourceOfLine(line), takenByLine(line, partials));
  if (!preparation.ok) throw new Error('A checked revision was refused');
  const { content } = preparation.prepared;
  // If the revision exists already, `checkImport` has found that its content is the same.
  await writeRevision(templates, accountId, { templateId, revision, createdAt, content });
  // Every revision in an export was served.
  await keepServed(templates, accountId, templateId, {
    ...{ revision, createdAt, origin, deletedAt },
  });
}

async function importHead(
  { templates }: ManagePorts,
  accountId: string,
  { kind: _, templateKind: kind, ...line }: LineOf<'template'>,
): Promise<void> {
  const head = { ...line, kind };
  if (await writeHead(templates, accountId, head, null, alone)) return;
  throw new ManageError(
    `Another person saved ${head.templateId} of ${accountId} during the import`,
    [],
    { code: 'stale', hint: 'delete it there, or import under another id with --as' },
  );
}
