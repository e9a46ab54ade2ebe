import { styleText } from 'node:util';
import type { CheckResult, MendStep, Verdict } from '../../shared/manage/doctor/check.ts';
import { oneLine } from '../terminal/result.ts';
import { blindness, countsOf } from './outcome.ts';

const marks = { ok: '✓', broken: '✗', unknown: '?', skipped: '-' } as const;
const colours = { ok: 'green', broken: 'red', unknown: 'yellow', skipped: 'gray' } as const;

export interface ReportTextOptions {
  /** Whether each skipped check has a line of its own. Default: one line for all of them. */
  all?: boolean | undefined;
}

/** The checks as people read them: one line each, the fix below what is broken, and a summary. */
export function reportText(
  checks: readonly CheckResult[],
  { all = false }: ReportTextOptions = {},
): string {
  const shown = all ? checks : checks.filter(({ status }) => status !== 'skipped');
  const width = Math.max(...shown.map(({ code }) => code.length));
  const lines = shown.map((check) => checkText(check, width));
  return [...lines, ...(all ? [] : leftOut(checks)), '', ...closing(checks)].join('\n');
}

/** The same for programs: a fix is one text, a step on each line. */
export function reportJson(checks: readonly CheckResult[]): object {
  return {
    checks: checks.map(verdictJson),
    summary: countsOf(checks),
    looked: blindness(checks) === null,
  };
}

/** One check, or one step of selftest, for programs. */
export function verdictJson({ code, status, found, why, mend }: Verdict): object {
  return {
    code,
    status,
    found,
    ...(status === 'broken' && { why }),
    ...(mend.length > 0 && { mend: mend.map(({ text }) => text).join('\n') }),
  };
}

/** One check, or one step of selftest; `width` is that of the longest code. */
export function checkText({ code, status, found, why, mend }: Verdict, width: number): string {
  const mark = styleText(colours[status], marks[status]);
  const line = `${mark} ${code.padEnd(width)}  ${oneLine(found)}`;
  const more = [...(status === 'broken' ? [why] : []), ...mend.map(stepText)];
  return [line, ...more.map((text) => `    ${text}`)].join('\n');
}

/** What is to be copied stands on its own, further in. */
function stepText({ kind, text }: MendStep): string {
  return kind === 'say' ? `${oneLine(text)}:` : `  ${oneLine(text)}`;
}

function leftOut(all: readonly CheckResult[]): string[] {
  const { skipped } = countsOf(all);
  if (skipped === 0) return [];
  const mark = styleText(colours.skipped, marks.skipped);
  const checks = skipped === 1 ? '1 check has' : `${skipped} checks have`;
  return [`${mark} ${checks} no meaning here; --all lists ${skipped === 1 ? 'it' : 'them'}`];
}

/** What is not known may be broken: nothing is called whole that was not looked at. */
function brokenWords(broken: number, unknown: number): string {
  if (broken > 0) return `${broken} broken`;
  return unknown > 0 ? 'Nothing is known to be broken' : 'Nothing is broken';
}

/** How many of the checks ended how. */
export function summary(checks: readonly Verdict[]): string {
  const { ok, broken, unknown, skipped } = countsOf(checks);
  const parts = [
    brokenWords(broken, unknown),
    `${ok} good`,
    ...(unknown > 0 ? [`${unknown} not known`] : []),
    ...(skipped > 0 ? [`${skipped} without a meaning here`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function closing(checks: readonly CheckResult[]): string[] {
  const reason = blindness(checks);
  if (reason === null) return [summary(checks)];
  const red = 'doctor could not look at the deployment, so it ends with exit code 1';
  return [summary(checks), `${red}: ${oneLine(reason)}.`];
}
