import { Failure } from '../failure.ts';

/** An event pattern of EventBridge. Each leaf is a list of texts; the event must have one of them there. */
export type EventPattern = { [field: string]: EventPattern | string[] };

/**
 * Reads a pattern. Throws a `Failure` if it compares in any other way than by equal texts.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function readPattern(value: unknown): EventPattern {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, inside]) => [
      field,
      Array.isArray(inside) ? inside.map(readText) : readPattern(inside),
    ]),
  );
}

/** Whether the event has one of the pattern's texts at each leaf. In a list one matching item is enough. */
export function matches(pattern: EventPattern, event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false;
  return Object.entries(pattern).every(([field, wanted]) => {
    const found = (event as Record<string, unknown>)[field];
    if (!Array.isArray(wanted)) return matches(wanted, found);
    return [found].flat().some((item) => typeof item === 'string' && wanted.includes(item));
  });
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : fail(value);
}

function fail(value: unknown): never {
  throw new Failure(
    `An event rule of the stack has ${JSON.stringify(value)} in its pattern, which the local run does not support.`,
  );
}
