export interface Match<T> {
  target: T;
  /** The values of `{name}` and `{name+}`, decoded; null if the path has none. */
  pathParameters: Record<string, string> | null;
}

/** A resource of the API: its path as a regular expression, and its methods. */
interface Resource<T> {
  pattern: RegExp;
  /** The names in the path, in the order of the expression's groups. */
  names: string[];
  /** Sorts the more specific path first. */
  order: string;
  methods: Map<string, T>;
}

/**
 * A REST API's resources: a literal segment wins over `{name}`, that over `{name+}`, and a method over `ANY`. A
 * trailing slash makes another path.
 */
export class Routes<T> {
  private resources: Resource<T>[] = [];

  /** Adds a method of a resource: `add('/render', 'POST', …)`, `add('/{proxy+}', 'ANY', …)`. */
  add(path: string, method: string, target: T): void {
    const read = readPath<T>(path);
    const known = this.resources.find(({ pattern }) => pattern.source === read.pattern.source);
    const resource = known ?? read;
    resource.methods.set(method, target);
    if (known) return;
    this.resources = [...this.resources, resource].sort((a, b) => (a.order < b.order ? -1 : 1));
  }

  find(path: string, method: string): Match<T> | undefined {
    for (const { pattern, names, methods } of this.resources) {
      const found = pattern.exec(path);
      const target = methods.get(method) ?? methods.get('ANY');
      if (!found || target === undefined) continue;
      const parameters = names.map((name, at) => [name, decoded(found[at + 1] ?? '')]);
      return { target, pathParameters: names.length > 0 ? Object.fromEntries(parameters) : null };
    }
    return undefined;
  }
}

function readPath<T>(path: string): Resource<T> {
  const names: string[] = [];
  let [expression, order] = ['', ''];
  for (const segment of path.split('/').slice(1)) {
    const [, name, greedy] = /^\{(.+?)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) expression += `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    else {
      names.push(name);
      expression += greedy ? '/(.+)' : '/([^/]+)';
    }
    order += name === undefined ? 'a' : greedy ? 'c' : 'b';
  }
  return { pattern: new RegExp(`^${expression}$`), names, order, methods: new Map() };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // It is not percent-encoded: the value stays as it is.
    return value;
  }
}
