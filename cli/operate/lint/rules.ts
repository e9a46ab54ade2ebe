/** How much a finding matters: an error fails a build. */
export type LintLevel = 'error' | 'warning';

/** Everything that is looked for, with how much it matters unless it is said otherwise. */
export const lintRules = {
  /** A push would refuse it; cannot be switched off. */
  'invalid-template': 'error',
  /** The flow has a node that leads nowhere, which a push would refuse too. */
  'unreachable-node': 'error',
  /** Used, but no input of the flow, or not in the test data. */
  'undeclared-variable': 'error',
  /** With its test data the template is refused: a list where a text belongs, a subject over its limit. */
  'cannot-render': 'error',
  /** The flow sends from what is no identity of the deployment. */
  'unknown-sender': 'error',
  'html-only-variable': 'warning',
  'missing-text': 'warning',
  'raw-placeholder': 'warning',
  'empty-subject': 'warning',
  'gmail-clip': 'warning',
  /** In the test data, but used nowhere. */
  'unknown-test-data': 'warning',
  /** A link or a picture that goes over the network unencrypted. */
  'insecure-link': 'warning',
  /** A picture without words for those who do not see it. */
  'missing-alt': 'warning',
} as const satisfies Record<string, LintLevel>;

export type LintCode = keyof typeof lintRules;

/** What a team decided otherwise. */
export type LintLevels = Partial<Record<LintCode, LintLevel | 'off'>>;
