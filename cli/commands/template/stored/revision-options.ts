import type { Command } from 'commander';
import {
  type ListedRevision,
  listRevisions,
} from '../../../../shared/manage/templates/revisions.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import { readUtc } from '../../../terminal/local-time.ts';

export const noteOption = [
  '--note <text>',
  'what `template versions` shows about the new revision: one line of at most 200 characters',
] as const;

/** A time in the past, UTC if it names no zone; any other text is wrong usage. */
export function pastTime(
  text: string | undefined,
  option: string,
  command: Command,
): Date | undefined {
  if (text === undefined) return undefined;
  const time = readUtc(text);
  if (time && time <= new Date()) return time;
  const problem = time ? 'must be a time in the past' : 'must be a time such as 2026-11-21T14:00Z';
  return command.error(`error: ${option} ${problem}, found ${JSON.stringify(text)}`);
}

/** The revision that was served at a time; null if none was. @throws {ManageError} for an unknown template */
export async function servedAt(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  time: Date,
): Promise<ListedRevision | null> {
  const { items, deletedAt } = await listRevisions(ports, accountId, templateId);
  const isBefore = (iso: string | undefined) => iso !== undefined && Date.parse(iso) <= +time;
  const found = items.find(({ createdAt }) => isBefore(createdAt));
  if (!found || isBefore(found.deletedAt)) return null;
  return found === items[0] && isBefore(deletedAt) ? null : found;
}
