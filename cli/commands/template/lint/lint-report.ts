import { styleText } from 'node:util';
import type { ProblemPlace } from '../../../../shared/manage/manage-error.ts';
import { placeText } from '../../../terminal/failure.ts';
import { oneLine } from '../../../terminal/result.ts';
import type { JudgedFinding } from './finding.ts';

/** Counts the findings of each level. */
export function countFindings(findings: readonly JudgedFinding[]) {
  const errors = findings.filter(({ level }) => level === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** Formats each finding as one line, as a compiler does, and adds a line with the counts. */
export function lintText(findings: readonly JudgedFinding[]): string {
  const lines = findings.map(({ level, code, message, ...place }) => {
    const colour = level === 'error' ? 'red' : 'yellow';
    return `${placeOf(place)} ${styleText(colour, level)} ${code}: ${oneLine(message)}`;
  });
  const { errors, warnings } = countFindings(findings);
  return [...lines, `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n');
}

/**
 * Formats the findings as GitHub workflow commands: GitHub shows each finding beside its line of the source.
 *
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
 */
export function githubText(findings: readonly JudgedFinding[]): string {
  return findings
    .map(({ level, code, message, file = '', line = 1, column = 1 }) => {
      const place = `file=${escapeProperty(file)},line=${line},col=${column}`;
      return `::${level} ${place},title=postrider ${code}::${escapeData(message)}`;
    })
    .join('\n');
}

function placeOf({ line = 1, column = 1, ...place }: ProblemPlace) {
  return oneLine(placeText({ ...place, line, column }));
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
