/** An IAM statement as in the roles of the stack: none denies, and all conditions are `StringLike`. */
export interface Statement {
  Effect: 'Allow';
  Action: string | string[];
  Resource: unknown;
  Condition?: { StringLike: Record<string, string | string[]> };
}

/** One action that a caller wants to take, as AWS checks it against its policies. */
export interface Asked {
  action: string;
  /** Its ARN, with references as `${LogicalId}`. */
  resource: string;
  context: Record<string, string>;
}

/**
 * Whether one of the statements allows the action.
 *
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
export function allows(statements: readonly Statement[], asked: Asked): boolean {
  return statements.some(({ Action, Resource, Condition }) => {
    const { StringLike = {} } = Condition ?? {};
    return (
      [Action].flat().some((pattern) => isLike(pattern, asked.action)) &&
      [Resource].flat().some((pattern) => isLike(textOf(pattern), asked.resource)) &&
      Object.entries(StringLike).every(([key, patterns]) =>
        [patterns].flat().some((pattern) => isLike(pattern, asked.context[key])),
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
