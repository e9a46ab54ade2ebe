import { percentEncode } from '../engine/render/program/percent-encode.ts';

export const mark = '•';

/**
 * The variables with `•` in place of each character of the secret ones. `code` covers every value of that name at any
 * depth, `user.code` only a `code` within `user`. In a secret object or list, all texts and numbers are masked. `true`,
 * `false` and null stay, because they decide which sections a mail has.
 */
export function maskSecrets(
  variables: Record<string, unknown>,
  secret: readonly string[],
): Record<string, unknown> {
  const names = secret.map((name) => name.split('.'));
  const isSecret = (path: readonly string[]) => names.some((name) => endsIn(path, name));
  return maskedObject(variables, [], isSecret);
}

/** The text with `•` in place of each value of a secret variable that occurs in it, as it is or percent-encoded. */
export function maskText(
  text: string,
  variables: Record<string, unknown>,
  secret: readonly string[],
): string {
  const values = new Set<string>();
  collect(variables, maskSecrets(variables, secret), values);
  return [...values]
    .sort((one, other) => other.length - one.length)
    .reduce((masked, value) => hiddenIn(masked, value), text);
}

function hiddenIn(text: string, value: string): string {
  const mask = marks(value);
  return text.replaceAll(value, mask).replaceAll(percentEncode(value), mask);
}

/** Whether the name in `secret` covers this variable of a template, whose path is its sections' names and its own. */
export function isNamedSecret(path: readonly string[], secret: readonly string[]): boolean {
  const starts = path.map((_, index) => path.slice(0, index + 1));
  return secret.some((name) => starts.some((start) => endsIn(start, name.split('.'))));
}

function endsIn(path: readonly string[], name: readonly string[]): boolean {
  const from = path.length - name.length;
  return from >= 0 && name.every((part, index) => part === path[from + index]);
}

type IsSecret = (path: readonly string[]) => boolean;

function masked(value: unknown, path: readonly string[], isSecret: IsSecret): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, path, isSecret));
  if (typeof value === 'object' && value !== null) return maskedObject(value, path, isSecret);
  return value;
}

/** A data name with a dot, such as `user.code`, is treated as a path, and masked like one. */
function maskedObject(value: object, path: readonly string[], isSecret: IsSecret) {
  const fields = Object.entries(value).map(([name, field]) => {
    const inner = [...path, ...name.split('.')];
    return [name, isSecret(inner) ? hidden(field) : masked(field, inner, isSecret)];
  });
  return Object.fromEntries(fields);
}

function hidden(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return marks(String(value));
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, hidden(field)]));
}

const marks = (text: string) => mark.repeat([...text].length);

/** Adds to `found` the texts and numbers that masking replaced. */
function collect(value: unknown, after: unknown, found: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value))
      collect(field, Reflect.get(Object(after), name), found);
  } else if (value !== after) found.add(String(value));
}
