import { styleText } from 'node:util';
import type { CheckResult, MendStep } from '../../shared/manage/doctor/check.ts';
import { oneLine } from '../result.ts';

const marks = { ok: '✓', broken: '✗', unknown: '?', skipped: '-' } as const;
const colours = { ok: 'green', broken: 'red', unknown: 'yellow', skipped: 'gray' } as const;

/** The checks as people read them: one line each, the mend below what is broken, and a summary. */
export function reportText(checks: readonly CheckResult[]): string {
  const width = Math.max(...checks.map(({ code }) => code.length));
  return [...checks.map((check) => checkText(check, width)), '', summary(checks)].join('\n');
}

/** The same for programs: a mend is one text, a step on each line. */
export function reportJson(checks: readonly CheckResult[]): object {
  return {
    checks: checks.map(({ code, status, found, why, mend }) => ({
      code,
      status,
      found,
      ...(status === 'broken' && { why }),
      ...(mend.length > 0 && { mend: mend.map(({ text }) => text).join('\n') }),
    })),
  };
}

function checkText({ code, status, found, why, mend }: CheckResult, width: number): string {
  const mark = styleText(colours[status], marks[status]);
  const line = `${mark} ${code.padEnd(width)}  ${oneLine(found)}`;
  const more = [...(status === 'broken' ? [why] : []), ...mend.map(stepText)];
  return [line, ...more.map((text) => `    ${text}`)].join('\n');
}

/** What is to be copied stands on its own, further in. */
function stepText({ kind, text }: MendStep): string {
  return kind === 'say' ? `${oneLine(text)}:` : `  ${oneLine(text)}`;
}

/** What is not known may be broken: nothing is called whole that was not looked at. */
function brokenWords(broken: number, unknown: number): string {
  if (broken > 0) return `${broken} broken`;
  return unknown > 0 ? 'Nothing is known to be broken' : 'Nothing is broken';
}

function summary(checks: readonly CheckResult[]): string {
  const count = (wanted: CheckResult['status']) =>
    checks.filter(({ status }) => status === wanted).length;
  const [broken, unknown] = [count('broken'), count('unknown')];
  const parts = [
    brokenWords(broken, unknown),
    `${count('ok')} good`,
    ...(unknown > 0 ? [`${unknown} not known`] : []),
    ...(count('skipped') > 0 ? [`${count('skipped')} without a meaning here`] : []),
  ];
  return `${parts.join(', ')}.`;
}
