import * as z from 'zod/mini';
import { pointer } from '../../shared/engine/flow/flow-error.ts';
import { typeName } from '../../shared/http/contract.ts';
import type { FieldProblem } from './contracts/problem.ts';
import { ProblemError } from './problems.ts';

/**
 * Checks a body or a query against a contract. Throws one problem `invalid` that lists every mistake with its JSON
 * Pointer below `place`.
 */
export function parse<S extends z.ZodMiniType>(schema: S, given: unknown, place = ''): z.output<S> {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => fieldProblem(issue, given, place));
  throw new ProblemError('invalid', { errors });
}

function fieldProblem(issue: z.core.$ZodIssue, given: unknown, place: string): FieldProblem {
  const { path } = issue;
  const value = path.reduce(property, given);
  const name = path.length === 0 ? 'it' : String(path.at(-1));
  return { pointer: place + pointer(...path), detail: `${name} ${complaint(issue, value)}` };
}

function property(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

const types: Record<string, string> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function complaint(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  if (value === undefined) return 'is required';
  const expected = types[issue.expected] ?? `a ${issue.expected}`;
  return `must be ${expected}, found ${typeName(value)}`;
}
