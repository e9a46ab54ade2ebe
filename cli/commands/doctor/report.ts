import { styleText } from 'node:util';
import type { CheckResult, FixStep, Verdict } from '../../../shared/manage/doctor/check.ts';
import { oneLine } from '../../terminal/result.ts';
import { wrapped } from '../../terminal/wrap-text.ts';

const marks = { ok: '✓', broken: '✗', unknown: '?', skipped: '-' } as const;
const colours = { ok: 'green', broken: 'red', unknown: 'yellow', skipped: 'gray' } as const;

export interface ReportTextOptions {
  /** Whether each check has its own line. Default: skipped checks share one, as do checks that lack the same thing. */
  all?: boolean | undefined;
}

export function reportText(
  checks: readonly CheckResult[],
  { all = false }: ReportTextOptions = {},
): string {
  const repeated = all ? [] : repeatedReasons(checks);
  const shown = all
    ? checks
    : checks.filter(
        (one) => one.status !== 'skipped' && !repeated.some((some) => some.includes(one)),
      );
  const width = Math.max(...shown.map(({ code }) => code.length));
  const lines = shown.map((check) => checkText(check, width));
  const reason = whyUnreadable(checks);
  const sentence = 'doctor could not read the deployment, so it ends with exit code 1';
  return [
    ...lines,
    ...repeated.map(repeatedLine),
    ...(all ? [] : skippedLine(checks)),
    '',
    summary(checks),
    ...(reason === null ? [] : [`${sentence}: ${oneLine(reason)}.`]),
  ].join('\n');
}

export function reportJson(checks: readonly CheckResult[]): object {
  return {
    checks: checks.map(verdictJson),
    summary: countsOf(checks),
    looked: whyUnreadable(checks) === null,
  };
}

/** 0 if the deployment could be read and nothing is broken; else 1. */
export function exitCodeOf(checks: readonly CheckResult[]): 0 | 1 {
  return countsOf(checks).broken > 0 || whyUnreadable(checks) !== null ? 1 : 0;
}

/** Marks the checks without which nothing is known about the deployment. */
export function withEssential(checks: readonly CheckResult[], codes: readonly string[]) {
  return checks.map((check) => ({ ...check, essential: codes.includes(check.code) }));
}

/** One check, or one step of selftest, as JSON. The fix is one text, with a line for each of its steps. */
export function verdictJson({ code, status, found, why, fix }: Verdict): object {
  return {
    code,
    status,
    found,
    ...(status === 'broken' && { why }),
    ...(fix.length > 0 && { fix: fix.map(({ text }) => text).join('\n') }),
  };
}

/** One check, or one step of selftest, as text. `width` is the number of characters of the longest code. */
export function checkText({ code, status, found, why, fix }: Verdict, width: number): string {
  const mark = styleText(colours[status], marks[status]);
  const line = wrapped(`${marks[status]} ${code.padEnd(width)}  `, oneLine(found));
  return [
    line.replace(marks[status], mark),
    ...(status === 'broken' ? [wrapped('    ', why)] : []),
    ...fix.map(stepText),
  ].join('\n');
}

/** A command, an address or a DNS record to copy is indented further than a sentence. */
function stepText({ kind, text }: FixStep): string {
  return kind === 'say' ? wrapped('    ', `${oneLine(text)}:`) : `      ${oneLine(text)}`;
}

export function summary(checks: readonly Verdict[]): string {
  const { ok, broken, unknown, skipped } = countsOf(checks);
  // A check whose result is unknown may be broken.
  const none = unknown > 0 ? 'Nothing is known to be broken' : 'Nothing is broken';
  const parts = [
    broken > 0 ? `${broken} broken` : none,
    `${ok} good`,
    ...(unknown > 0 ? [`${unknown} not known`] : []),
    ...(skipped > 0 ? [`${skipped} not applicable`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** The checks that could not be made for the same reason, if there are more than three. */
function repeatedReasons(checks: readonly CheckResult[]): CheckResult[][] {
  const unmade = checks.filter(
    ({ status, made, fix }) => status === 'unknown' && !made && fix.length === 0,
  );
  return [...Map.groupBy(unmade, ({ found }) => found).values()].filter(({ length }) => length > 3);
}

function repeatedLine(same: readonly CheckResult[]): string {
  const mark = styleText(colours.unknown, marks.unknown);
  return `${mark} ${same.length} checks could not be made: ${oneLine(same[0]?.found ?? '')}; --all lists them`;
}

function skippedLine(all: readonly CheckResult[]): string[] {
  const { skipped } = countsOf(all);
  if (skipped === 0) return [];
  const mark = styleText(colours.skipped, marks.skipped);
  const checks = skipped === 1 ? '1 check does' : `${skipped} checks do`;
  return [`${mark} ${checks} not apply here; --all lists ${skipped === 1 ? 'it' : 'them'}`];
}

function countsOf(checks: readonly Verdict[]): Record<Verdict['status'], number> {
  const counts = { ok: 0, broken: 0, unknown: 0, skipped: 0 };
  for (const { status } of checks) counts[status] += 1;
  return counts;
}

/** Why doctor could not read the deployment; null if it could. */
function whyUnreadable(checks: readonly CheckResult[]): string | null {
  const failed = checks.find(
    ({ essential, status, made }) => essential && status === 'unknown' && !made,
  );
  return failed?.found ?? null;
}
