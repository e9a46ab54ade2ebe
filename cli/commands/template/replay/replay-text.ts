import { oneLine } from '../../../terminal/result.ts';
import type { Failure, ReplayReport } from './replay-report.ts';

/** The reports as text: a line for each template whose mails were made again, and one with what came of it. */
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
  const span = oldest === null ? '' : ` of the last ${spanSince(new Date(oldest), now)}`;
  const tests = testMails === 0 ? '' : ` (${testMails} of test keys)`;
  return `${id}: ${counted(mails, 'mail')}${span}${tests}, revision ${revision} against ${against}`;
}

/** The most sentences of failures that are printed, each with its number of mails. */
const maxSentences = 5;

function details(report: ReplayReport): string[] {
  const { same, differInText, differInHtml, wouldBeMended, notJudged, newer } = report;
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
    ...(newer.length > 0
      ? [`${newer.length} skipped: a newer version of the service kept their copies`]
      : []),
    ...report.notChecked.map(({ node, why, mails }) =>
      why === 'dns'
        ? `not checked: ${node}, which asks the DNS`
        : `not checked: ${node} for ${counted(mails, 'mail')}, because it checks a masked value`,
    ),
  ];
}

function failureTexts(failures: readonly Failure[], what: string): string[] {
  const shown = failures
    .slice(0, maxSentences)
    .map(({ error, messages }) => `${messages.length} ${what}: ${error} (first: ${messages[0]})`);
  const others = failures.slice(maxSentences).flatMap(({ messages }) => messages).length;
  return others === 0 ? shown : [...shown, `${others} ${what} for other reasons`];
}

const verb = (count: number, one: string, many: string, what: string) =>
  `${count} ${count === 1 ? one : many} ${what}`;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The time since then in whole units, rounded up: `6 days`. */
function spanSince(then: Date, now: Date): string {
  const ms = now.getTime() - then.getTime();
  const [unit, length] = units.find(([, each]) => ms > each) ?? ['minute', 60_000];
  const count = Math.max(1, Math.ceil(ms / length));
  return count === 1 ? unit : `${count} ${unit}s`;
}
