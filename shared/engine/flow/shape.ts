import type * as z from 'zod/mini';
import { type FlowProblem, problemAt, quote } from './flow-error.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What the schema found wrong with a graph, as sentences that name the node and the field. */
export function shapeProblems(graph: unknown, issues: readonly Issue[]): FlowProblem[] {
  return issues.flatMap(ofItsForm).map((issue) => {
    const { owner, rest } = placeOf(graph, issue.path);
    const subject = rest.length === 0 ? owner : `${owner}: ${fieldName(rest)}`;
    const message = `${subject} ${complaint(issue, valueAt(graph, issue.path))}`;
    return problemAt([...issue.path, ...unknownField(issue)], 'wrong-shape', message);
  });
}

/** The problems of a value with several forms: those of the form that fits its type, or of the first. */
function ofItsForm(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const forms = issue.errors;
  const inForm = forms.find((form) => form[0]?.code !== 'invalid_type' || form[0].path.length > 0);
  const found = inForm ?? forms[0] ?? [];
  return found.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The part of the graph that a path leads into, as a sentence calls it, and the path from there. */
function placeOf(graph: unknown, path: Path) {
  const [list, index, ...rest] = path;
  if (typeof index !== 'number') return { owner: 'the flow', rest: path };
  const id = list === 'edges' ? null : valueAt(graph, ['nodes', index, 'id']);
  if (typeof id !== 'string' || id === '') return { owner: `${String(list)}[${index}]`, rest };
  return { owner: `node ${quote(id)}`, rest };
}

function unknownField(issue: Issue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
}

function complaint(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'custom':
    case 'unrecognized_keys':
      return issue.message;
    case 'too_small':
      return 'must not be empty';
    case 'too_big':
      return `must not have more than ${issue.maximum} ${issue.origin === 'array' ? 'items' : 'characters'}`;
    default:
      return value === undefined
        ? `is missing; it must be ${expectation(issue)}`
        : `must be ${expectation(issue)}, found ${describe(value)}`;
  }
}

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return withArticle(issue.expected);
  if (issue.code === 'invalid_value') return issue.values.map(describe).join(' or ');
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options !== undefined)
    return `one of ${issue.options.map(describe).join(', ')}`;
  return 'another value';
}

const maxShownCharacters = 40;

/** A value as a sentence names it: a text in quotes and cut short, anything else by its type. */
function describe(value: unknown): string {
  if (typeof value === 'string')
    return quote(
      value.length > maxShownCharacters ? `${value.slice(0, maxShownCharacters)}…` : value,
    );
  if (value === null || value === undefined) return String(value);
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** `variables[0].name`, from the keys that lead there. */
function fieldName(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return index === 0 ? String(key) : `.${String(key)}`;
    })
    .join('');
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
        ? (parent as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
