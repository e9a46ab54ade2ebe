import type { Template } from 'aws-cdk-lib/assertions';
import { resources } from './synthesised.ts';

/** An IAM statement as in the stack's roles, which deny nothing. Conditions are only of `comparisons`, with texts. */
export interface Statement {
  Effect: 'Allow';
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** The statements of a function's own role. */
export function statementsOf(template: Template, fn: string): Statement[] {
  const [policy] = Object.entries(resources(template, 'AWS::IAM::Policy')).filter(([id]) =>
    id.startsWith(`${fn}Role`),
  );
  if (!policy) throw new Error(`${fn} has no policy`);
  return (policy[1].Properties.PolicyDocument as { Statement: Statement[] }).Statement;
}

/** One action that a caller wants to take, as AWS checks it against its policies. */
export interface RequestedAction {
  action: string;
  /** Its ARN, with references as `${LogicalId}`. */
  resource: string;
  context: Record<string, string | string[]>;
}

/** A single value must be present; `ForAllValues` also holds if there is no value. */
const comparisons: Record<string, (values: string[], patterns: string[]) => boolean> = {
  StringEquals: ([value], patterns) => value !== undefined && patterns.includes(value),
  StringLike: ([value], patterns) => patterns.some((pattern) => isLike(pattern, value)),
  'ForAllValues:StringEquals': (values, patterns) =>
    values.every((value) => patterns.includes(value)),
  'ForAllValues:StringLike': (values, patterns) =>
    values.every((value) => patterns.some((pattern) => isLike(pattern, value))),
  'ForAllValues:StringNotLike': (values, patterns) =>
    values.every((value) => !patterns.some((pattern) => isLike(pattern, value))),
};

/**
 * Whether one of the statements allows the action.
 *
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
export function allows(statements: readonly Statement[], asked: RequestedAction): boolean {
  return statements.some(({ Action, Resource, Condition = {} }) => {
    return (
      [Action].flat().some((pattern) => isLike(pattern, asked.action)) &&
      [Resource].flat().some((pattern) => isLike(textOf(pattern), asked.resource)) &&
      Object.entries(Condition).every(([operator, keys]) =>
        Object.entries(keys).every(([key, patterns]) =>
          comparisons[operator]?.([asked.context[key] ?? []].flat(), [patterns].flat()),
        ),
      )
    );
  });
}

/** `*` stands for any characters, `?` for one. The comparison is case-sensitive. */
function isLike(pattern: string, value: string | undefined): boolean {
  const parts = pattern.split(/([*?])/).map((part) => {
    if (part === '*') return '.*';
    return part === '?' ? '.' : part.replace(/[$()+.[\\\]^{|}]/g, '\\$&');
  });
  return value !== undefined && new RegExp(`^${parts.join('')}$`, 's').test(value);
}

/** A value as one text, with its references as `${LogicalId}`. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, given] = ['', '']] = Object.entries(value as object);
  if (name === 'Fn::Join') return (given as [string, unknown[]])[1].map(textOf).join('');
  return `\${${[given].flat().join('.')}}`;
}
