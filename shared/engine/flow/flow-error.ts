/** The closed list of what can be wrong with a flow. */
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
  | 'bad-pattern'
  | 'costly-pattern'
  | 'bad-mailbox'
  | 'duplicate-variable';

/** One thing that is wrong with a flow. */
export type FlowProblem = {
  readonly code: FlowProblemCode;
  /** The id of the node it is about; null where it is about none, or one without a usable id. */
  readonly node: string | null;
  /** Where in the graph, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** A sentence that names the node and says what to do. */
  readonly message: string;
};

/** A flow that cannot be used, with everything that is wrong with it. */
export class FlowError extends Error {
  readonly problems: readonly FlowProblem[];

  constructor(problems: readonly FlowProblem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'FlowError';
    this.problems = problems;
  }
}

/** An id for a sentence: quoted, and on one line whatever it contains. */
export function quote(id: string): string {
  return JSON.stringify(id);
}

/** A JSON Pointer from the keys that lead to a value. */
export function pointer(...path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
