import type { MailContent } from '../../../../shared/engine/flow/ports.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { showCopy } from '../../../../shared/manage/messages/message-copies.ts';
import { type MessagePorts, messageOf } from '../../../../shared/manage/messages/messages.ts';
import { oneLine, type Result } from '../../../terminal/result.ts';
import { diffText } from '../compare/diff-text.ts';
import { diffParts } from '../compare/part-diff.ts';
import type { Comparison } from './candidates.ts';
import { judgeMail, type Sides } from './judge-mail.ts';
import { sidesOf } from './replay.ts';

export interface ShownMail {
  comparisons: readonly Comparison[];
  messageId: string;
  /** What the candidates are called: `the folder templates`. */
  against: string;
  senderProblem: Sides['senderProblem'];
}

/**
 * How the mail of one message would differ, as a unified diff: the only part of a replay that prints values.
 *
 * @throws {ManageError} for an unknown message, one of another template, and one without a copy
 */
export async function showDifference(
  ports: MessagePorts,
  accountId: string,
  { comparisons, messageId, against, senderProblem }: ShownMail,
): Promise<Result> {
  const record = await messageOf(ports, accountId, messageId);
  const { templateId: id } = record;
  const comparison = comparisons.find(({ templateId }) => templateId === id);
  const refused = (why: string) => new ManageError(`${messageId} ${why}`, [], { code: 'unknown' });
  if (!comparison) throw refused(`is a mail of ${id}, which is not replayed here`);
  if (!comparison.served) throw refused(`is a mail of ${id}, which the account does not serve`);
  const copy = await showCopy(ports, accountId, record.messageId);
  if (!copy) throw refused('has no copy, or its copy is not kept any more');
  const revision = comparison.served.number;
  const base = { message: record.messageId, template: id, revision };
  const sides = sidesOf(comparison, senderProblem);
  if (!sides) return theSame(base);
  const { verdict, served, candidate } = await judgeMail(sides, record, copy);
  const parts = served && candidate ? diffParts(sourceOf(id, served), sourceOf(id, candidate)) : [];
  const json = { ...base, verdict, parts };
  const exitCode = verdict.type === 'broken' ? 1 : 0;
  const error = 'error' in verdict ? oneLine(verdict.error) : '';
  switch (verdict.type) {
    case 'same':
      return theSame(base);
    case 'broken':
      return { json, text: `${id}: with ${against} it would fail: ${error}`, exitCode };
    case 'failing':
      return { json, text: `${id}: with ${against} it would fail as now: ${error}` };
    case 'mended':
      return { json, text: `${id}: with ${against} it would no longer fail` };
    case 'masked':
      return { json, text: `${id}: cannot be judged: a masked value does not suit its place` };
    default: {
      const diff = { id, revision, state: 'changed' as const, changes: [], parts };
      return { json, text: diffText([diff], () => against) };
    }
  }
}

const theSame = (base: object): Result => ({
  json: { ...base, verdict: { type: 'same' }, parts: [] },
  text: '',
  note: 'Nothing differs: the mail would be the same.',
});

/** A mail as `diffParts` compares it: with a subject, an HTML and a text. */
const sourceOf = (templateId: string, mail: MailContent) => ({ templateId, name: '', ...mail });
