/** All codes of the problems that a flow can have. */
export type FlowProblemCode =
  | 'wrong-shape'
  | 'duplicate-node'
  | 'unknown-node'
  | 'self-edge'
  | 'edge-from-output'
  | 'edge-to-variables'
  | 'no-template'
  | 'second-template'
  | 'second-output'
  | 'circle'
  | 'unreachable-node'
  | 'bad-language'
  | 'unknown-template'
  | 'bad-pattern'
  | 'costly-pattern'
  | 'bad-mailbox'
  | 'bad-unsubscribe'
  | 'duplicate-variable';

/** One thing that is wrong with a flow. */
export type FlowProblem = {
  readonly code: FlowProblemCode;
  /** The place of the problem in the graph, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** A sentence that names the node and says what to do. */
  readonly message: string;
};

/** Thrown for a flow that cannot be used. It holds all problems of the flow. */
export class FlowError extends Error {
  readonly problems: readonly FlowProblem[];

  constructor(problems: readonly FlowProblem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'FlowError';
    this.problems = problems;
  }
}

/** A problem at the place to which these keys lead. */
export function problemAt(
  path: readonly PropertyKey[],
  code: FlowProblemCode,
  message: string,
): FlowProblem {
  return { code, pointer: pointer(...path), message };
}

/** Quotes an id for an error message. The result has no line break, even if the id has one. */
export function quote(id: string): string {
  return JSON.stringify(id);
}

/** A JSON Pointer from the keys that lead to a value. */
export function pointer(...path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
