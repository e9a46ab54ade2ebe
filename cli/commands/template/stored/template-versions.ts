import type { Command } from 'commander';
import {
  type ListedRevision,
  listRevisions,
  type RevisionPage,
} from '../../../../shared/manage/templates/revisions.ts';
import { inAccount } from '../../../connection/session.ts';
import { accountOption, nextCommand, subcommand } from '../../../terminal/options.ts';
import { type Result, table } from '../../../terminal/result.ts';
import { draftText, shownDraft } from './draft-views.ts';
import { pastTime, servedAt } from './revision-options.ts';

export function addVersions(template: Command): void {
  subcommand(template, 'versions', {
    about: 'list the revisions of a template, newest first; the template may be deleted',
    example: 'template versions welcome',
  })
    .argument('<template>', "the template's id")
    .option('--at <time>', 'only the revision that was served at this time, UTC without a zone')
    .option(...accountOption)
    .action((id: string, { at }: { at?: string }, command: Command) => {
      const time = pastTime(at, '--at', command);
      return inAccount(command, 'Reading the revisions', async ({ ports, accountId }) => {
        if (time) return servedResult(id, time, await servedAt(ports, accountId, id, time));
        const page = await listRevisions(ports, accountId, id);
        const { items: versions, deletedAt, deletedBy, draft, pauses } = page;
        const text = versionsTable(versions) + draftText(id, draft, command);
        const json = {
          id,
          versions: versions.map(shownVersion),
          draft: draft ? shownDraft(draft) : null,
          ...(pauses && { pauses }),
          ...(deletedAt && { deletedAt, deletedBy: deletedBy ?? null }),
        };
        return { json, text: text + pausesText(page) + deletedText(id, page, command) };
      });
    });
}

function servedResult(id: string, time: Date, found: ListedRevision | null): Result {
  const at = time.toISOString();
  if (!found) {
    const text = `${id} was not served at ${at}.`;
    return { json: { id, at, version: null }, text, exitCode: 1 };
  }
  return { json: { id, at, version: shownVersion(found) }, text: versionsTable([found]) };
}

function versionsTable(versions: readonly ListedRevision[]): string {
  const rows = versions.map(({ revision, createdAt, current, origin }) => {
    const { by = '', how = '', note = '' } = origin ?? {};
    return [revision, createdAt, by, how, note, current ? 'current' : ''];
  });
  return table(['REVISION', 'CREATED', 'BY', 'HOW', 'NOTE', ''], rows);
}

/** A revision in JSON; its fields are null if it was not recorded who saved it and how. */
export function shownVersion({ revision, createdAt: at, current, origin }: ListedRevision) {
  const { by = null, how = null, note = null, from = null } = origin ?? {};
  return { revision, at, by, how, note, from, current };
}

function pausesText({ pauses }: RevisionPage): string {
  if (!pauses) return '';
  const rows = pauses.map(({ at, by, note = '', resumed }) => {
    return [at, by, note, resumed ? `${resumed.at} by ${resumed.by}` : 'still paused'];
  });
  return `\n\n${table(['PAUSED', 'BY', 'NOTE', 'RESUMED'], rows)}`;
}

function deletedText(
  id: string,
  { items: versions, deletedAt, deletedBy }: RevisionPage,
  command: Command,
): string {
  if (deletedAt === undefined) return '';
  const [newest] = versions;
  // An export with --current-only contains a deleted template's tombstone, but none of its revisions.
  const next = newest
    ? `To restore it: ${nextCommand(command, `template rollback ${id} ${newest.revision}`)}`
    : 'None of its revisions is stored.';
  const by = deletedBy === undefined ? '' : ` by ${deletedBy}`;
  return `\n\n${id} was deleted at ${deletedAt}${by}. ${next}`;
}
