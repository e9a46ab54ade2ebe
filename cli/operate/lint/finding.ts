import type { ManageProblem } from '../../../shared/manage/manage-error.ts';
import { type LintCode, type LintLevel, type LintLevels, lintRules } from './rules.ts';

/** Something that was found, at its place within a part of the template. */
export interface LintFinding extends Omit<ManageProblem, 'code'> {
  code: LintCode;
}

/** A finding that counts. */
export interface JudgedFinding extends LintFinding {
  level: LintLevel;
}

/** Those that are not switched off, each with its level. */
export function judge(findings: readonly LintFinding[], levels: LintLevels): JudgedFinding[] {
  return findings.flatMap((finding) => {
    const level = levels[finding.code] ?? lintRules[finding.code];
    return level === 'off' ? [] : [{ ...finding, level }];
  });
}

/** The place of an offset in a text, both from 1. */
export function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
