import type { MailContent } from '../../../../shared/engine/flow/ports.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import {
  type MessagePorts,
  messageOf,
  showCopy,
} from '../../../../shared/manage/messages/messages.ts';
import type { Comparison } from '../../../../shared/manage/replay/comparisons.ts';
import { judgeMail, type Verdict } from '../../../../shared/manage/replay/judge-mail.ts';
import { replayPortsOf, sidesOf } from '../../../../shared/manage/replay/replay.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import { oneLine, type Result } from '../../../terminal/result.ts';
import { counted, timeAgo } from '../../../terminal/text.ts';
import { diffText } from '../compare/diff-text.ts';
import { diffParts } from '../compare/part-diff.ts';
import type { Failure, ReplayReport } from './replay-report.ts';

/** The reports as text: a line for each template whose mails were made again, and one with the result. */
export function replayText(
  reports: readonly ReplayReport[],
  { against, now }: { against: string; now: Date },
): string {
  if (reports.length === 0) return 'There is no template to replay.';
  const unchanged = reports.filter(({ state }) => state === 'unchanged').map(({ id }) => id);
  const lines = reports.flatMap((report) => templateLines(report, against, now));
  if (unchanged.length > 0) lines.push(`${unchanged.join(', ')}: the same mails as now`);
  return lines.map(oneLine).join('\n');
}

function templateLines(report: ReplayReport, against: string, now: Date): string[] {
  const { id, state } = report;
  switch (state) {
    case 'unchanged':
      return [];
    case 'new':
      return [`${id}: the account serves no such template, so there are no mails to compare`];
    case 'noMails':
      return [`${id}: no copies of its mails are kept, so nothing was replayed`];
    case 'replayed':
      return [heading(report, against, now), ...details(report).map((line) => `  ${line}`)];
  }
}

function heading(
  { id, mails, testMails, oldest, revision }: ReplayReport,
  against: string,
  now: Date,
): string {
  const span = oldest === null ? '' : `, the oldest ${timeAgo(new Date(oldest), now)}`;
  const tests = testMails === 0 ? '' : ` (${testMails} of test keys)`;
  return `${id}: ${counted(mails, 'mail')}${tests}${span}; revision ${revision} against ${against}`;
}

function details(report: ReplayReport): string[] {
  const { same, differInText, differInHtml, wouldBeMended, notJudged } = report;
  const results = [
    same > 0 && `${same} the same`,
    differInText.length > 0 &&
      verb(differInText.length, 'differs in its', 'differ in their', 'text'),
    differInHtml.length > 0 &&
      verb(differInHtml.length, 'differs in its', 'differ in their', 'HTML alone'),
    wouldBeMended.length > 0 && `${wouldBeMended.length} would no longer fail`,
    ...failureTexts(report.wouldFail, 'would fail'),
    ...failureTexts(report.failAlready, 'would fail as now'),
  ].filter((part) => part !== false);
  return [
    ...(results.length > 0 ? [results.join(' · ')] : []),
    ...(notJudged.length > 0
      ? [`${notJudged.length} not judged: a masked value does not suit its place`]
      : []),
    ...report.notChecked.map(({ node, why, mails }) =>
      why === 'dns'
        ? `not checked: ${node}, which asks the DNS`
        : `not checked: ${node} for ${counted(mails, 'mail')}, because it checks a masked value`,
    ),
  ];
}

function failureTexts(failures: readonly Failure[], what: string): string[] {
  return failures.map(
    ({ error, messages }) => `${messages.length} ${what}: ${error} (first: ${messages[0]})`,
  );
}

const verb = (count: number, one: string, many: string, what: string) =>
  `${count} ${count === 1 ? one : many} ${what}`;

interface ShownMail {
  comparisons: readonly Comparison[];
  messageId: string;
  /** The name of the candidates in a sentence: `the folder templates`. */
  against: string;
  senders: readonly string[];
}

/** One mail's diff, which prints values. @throws {ManageError} for an unknown message, and one without a copy */
export async function showDifference(
  ports: MessagePorts & TemplatePorts,
  accountId: string,
  { comparisons, messageId, against, senders }: ShownMail,
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
  const replayPorts = replayPortsOf(ports, accountId, { comparisons, senders });
  const sides = sidesOf(comparison, replayPorts);
  if (!sides) return theSame(base);
  const { verdict, served, candidate } = await judgeMail(sides, record, copy);
  const parts = served && candidate ? diffParts(sourceOf(id, served), sourceOf(id, candidate)) : [];
  const json = { ...base, verdict, parts };
  const said = sentences[verdict.type];
  if (verdict.type === 'same') return theSame(base);
  if (said === undefined) {
    const diff = { id, revision, state: 'changed' as const, changes: [], parts };
    return { json, text: diffText([diff], () => against) };
  }
  const error = 'error' in verdict ? `: ${oneLine(verdict.error)}` : '';
  const exitCode = verdict.type === 'broken' ? 1 : 0;
  return { json, text: `${id}: with ${against} it ${said}${error}`, exitCode };
}

/** What is said of a mail whose difference cannot be shown. */
const sentences: Partial<Record<Verdict['type'], string>> = {
  broken: 'would fail',
  failing: 'would fail as now',
  mended: 'would no longer fail',
  masked: 'cannot be judged: a masked value does not suit its place',
};

const theSame = (base: object): Result => ({
  json: { ...base, verdict: { type: 'same' }, parts: [] },
  text: '',
  note: 'Nothing differs: the mail would be the same.',
});

/** A mail as `diffParts` compares it: with a subject, an HTML and a text. */
const sourceOf = (templateId: string, mail: MailContent) => ({ templateId, name: '', ...mail });
