/** What a path leads to. */
export interface Match<T> {
  target: T;
  /** The values of `{name}` and `{name+}`, decoded; null where the path has none. */
  pathParameters: Record<string, string> | null;
}

/** One segment of the resource tree. */
interface Node<T> {
  children: Map<string, Node<T>>;
  /** `{name}`: any one segment. */
  parameter: { name: string; node: Node<T> } | undefined;
  /** `{name+}`: all the segments that are left, at least one. */
  greedy: { name: string; node: Node<T> } | undefined;
  methods: Map<string, T>;
}

/**
 * A REST API's resource tree. A segment that is named comes before `{name}`, and that before
 * `{name+}`; the method itself before `ANY`. A trailing slash makes another path.
 */
export class Routes<T> {
  private readonly root: Node<T> = emptyNode();

  /** Adds a method of a resource: `add('/render', 'POST', …)`, `add('/{proxy+}', 'ANY', …)`. */
  add(path: string, method: string, target: T): void {
    let node = this.root;
    for (const segment of segmentsOf(path)) node = childOf(node, segment);
    node.methods.set(method, target);
  }

  /** Finds what answers a path below the stage, or undefined. */
  find(path: string, method: string): Match<T> | undefined {
    return walk(this.root, segmentsOf(path), 0, method);
  }
}

function emptyNode<T>(): Node<T> {
  return { children: new Map(), parameter: undefined, greedy: undefined, methods: new Map() };
}

function segmentsOf(path: string): string[] {
  return path === '/' || path === '' ? [] : path.slice(1).split('/');
}

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  const variable = /^\{(.+?)(\+?)\}$/.exec(segment);
  if (variable?.[1] === undefined) {
    const child = node.children.get(segment) ?? emptyNode<T>();
    node.children.set(segment, child);
    return child;
  }
  const kind = variable[2] ? 'greedy' : 'parameter';
  node[kind] ??= { name: variable[1], node: emptyNode() };
  return node[kind].node;
}

function walk<T>(
  node: Node<T>,
  segments: string[],
  at: number,
  method: string,
): Match<T> | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    const target = node.methods.get(method) ?? node.methods.get('ANY');
    return target === undefined ? undefined : { target, pathParameters: null };
  }
  const child = node.children.get(segment);
  const named = child && walk(child, segments, at + 1, method);
  if (named) return named;
  if (node.parameter && segment !== '') {
    const found = walk(node.parameter.node, segments, at + 1, method);
    if (found) return withParameter(found, node.parameter.name, segment);
  }
  const rest = segments.slice(at).join('/');
  const found = node.greedy && walk(node.greedy.node, [], 0, method);
  return found && node.greedy && withParameter(found, node.greedy.name, rest);
}

function withParameter<T>(match: Match<T>, name: string, value: string): Match<T> {
  return { ...match, pathParameters: { ...match.pathParameters, [name]: decoded(value) } };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoded after all: the value is what it looks like.
    return value;
  }
}
