import { styleText } from 'node:util';
import { placeText } from '../../../terminal/failure.ts';
import { oneLine } from '../../../terminal/result.ts';
import { counted } from '../../../terminal/text.ts';
import type { JudgedFinding } from './finding.ts';

export function countFindings(findings: readonly JudgedFinding[]) {
  const errors = findings.filter(({ level }) => level === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** A finding in `--json`. */
export function findingJson({ line = 1, column = 1, ...finding }: JudgedFinding) {
  const { code, level, templateId, file, message, feature, clients, share, source } = finding;
  return {
    ...{ code, level, template: templateId, file, line, column, message },
    ...{ feature, clients, share, source },
  };
}

export function lintText(findings: readonly JudgedFinding[]): string {
  const { errors, warnings } = countFindings(findings);
  const lines = findings.map(findingLine);
  return [...lines, `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n');
}

export function findingLine({ line = 1, column = 1, ...finding }: JudgedFinding): string {
  const { level, code, message } = finding;
  const place = oneLine(placeText({ ...finding, line, column }));
  const colour = level === 'error' ? 'red' : 'yellow';
  return `${place} ${styleText(colour, level)} ${code}: ${oneLine(message)}`;
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message */
export function githubText(findings: readonly JudgedFinding[]): string {
  return findings
    .map(({ level, code, message, file = '', line = 1, column = 1 }) => {
      const place = `file=${escapeProperty(file)},line=${line},col=${column}`;
      return `::${level} ${place},title=postrider ${code}::${escapeData(message)}`;
    })
    .join('\n');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
