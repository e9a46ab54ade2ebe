import { type LookFinding, lookLevels } from '../../../../shared/engine/looks/finding.ts';
import type { ManageProblem } from '../../../../shared/manage/manage-error.ts';

/** An error fails a build, a warning does not. */
export type LintLevel = 'error' | 'warning';

/** The rules, each with its default level. */
export const lintRules = {
  /** A push refuses the template. This rule cannot be switched off. */
  'invalid-template': 'error',
  /** A node does not lead to the flow's end; a push refuses the template. */
  'unreachable-node': 'error',
  /** Only one language requires the variable; a push refuses the template. */
  'language-variable': 'error',
  /** The variable is used, but it is not an input of the flow, or not in the test data. */
  'undeclared-variable': 'error',
  /** Rendering with the test data fails, for example because a text is a list, or the subject is over its limit. */
  'cannot-render': 'error',
  'unknown-sender': 'error',
  /** A branch leads to no template of the folder or account; a push accepts one that the account has. */
  'unknown-template': 'error',
  'html-only-variable': 'warning',
  'missing-text': 'warning',
  'raw-placeholder': 'warning',
  /** The value of a query is not encoded. */
  'unencoded-value': 'warning',
  'empty-subject': 'warning',
  'long-subject': 'warning',
  'gmail-clip': 'warning',
  /** The variable is in the test data, but not used. */
  'unknown-test-data': 'warning',
  /** Copies of live mails are kept, and would contain a value that sounds like a password. */
  'kept-secret': 'warning',
  /** The template has no variable of this name in its field `secret`. */
  'unknown-secret': 'warning',
  /** The template's own language has the variable, and this language does not. */
  'missing-in-language': 'warning',
  /** A partial or a layout is not in the language that takes it. */
  'partial-language': 'warning',
  ...lookLevels,
  /** With `--online`: the address does not answer, or answers 4xx. */
  'dead-link': 'warning',
  'many-redirects': 'warning',
  'heavy-image': 'warning',
} as const satisfies Record<string, LintLevel | 'off'>;

/** The rules that cannot be switched off, because a push refuses what they find. */
export const fixedRules: readonly LintCode[] = [
  'invalid-template',
  'unreachable-node',
  'language-variable',
];

export type LintCode = keyof typeof lintRules;

export type LintLevels = Partial<Record<LintCode, LintLevel | 'off'>>;

/** Findings about mail clients say which. */
type AboutClients = Pick<LookFinding, 'feature' | 'clients' | 'share' | 'source'>;

export interface LintFinding extends Omit<ManageProblem, 'code'>, AboutClients {
  code: LintCode;
  /** The reason in the comment that accepts it; absent: it is not accepted. */
  accepted?: string;
}

export interface JudgedFinding extends LintFinding {
  level: LintLevel;
}

/** The findings that are not switched off, each with its level; also those that comments accept. */
export function judgeAll(findings: readonly LintFinding[], levels: LintLevels): JudgedFinding[] {
  return findings.flatMap((finding) => {
    const level = levels[finding.code] ?? lintRules[finding.code];
    return level === 'off' ? [] : [{ ...finding, level }];
  });
}

export function judge(findings: readonly LintFinding[], levels: LintLevels): JudgedFinding[] {
  return judgeAll(findings, levels).filter(({ accepted }) => accepted === undefined);
}
