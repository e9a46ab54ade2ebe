import { styleText } from 'node:util';
import type { JudgedFinding } from '../operate/lint/finding.ts';
import { oneLine } from '../terminal/result.ts';

/** How many findings there are of each level. */
export function countFindings(findings: readonly JudgedFinding[]) {
  const errors = findings.filter(({ level }) => level === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** One line for each finding, in the form of a compiler's messages, and how many there are. */
export function lintText(findings: readonly JudgedFinding[]): string {
  const lines = findings.map(({ level, code, message, ...place }) => {
    const colour = level === 'error' ? 'red' : 'yellow';
    return `${placeText(place)} ${styleText(colour, level)} ${code}: ${oneLine(message)}`;
  });
  const { errors, warnings } = countFindings(findings);
  return [...lines, `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n');
}

/**
 * Workflow commands, which GitHub shows beside the lines that they name.
 *
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
 */
export function githubText(findings: readonly JudgedFinding[]): string {
  return findings
    .map(({ level, code, message, file = '', line = 1, column = 1 }) => {
      const place = `file=${property(file)},line=${line},col=${column}`;
      return `::${level} ${place},title=postrider ${code}::${data(message)}`;
    })
    .join('\n');
}

function placeText({
  file,
  line = 1,
  column = 1,
}: Pick<JudgedFinding, 'file' | 'line' | 'column'>) {
  return oneLine([file, line, column].join(':'));
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
