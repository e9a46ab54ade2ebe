import { refuse } from '../../shared/engine/errors.ts';
import { maxBesideBytes, maxJsonValues } from '../../shared/engine/limits.ts';
import { givenFields, isJsonObject } from '../../shared/http/contract.ts';

/**
 * Refuses fields beside `messages` that are too much work, because each message takes them, with `besideTooLarge`. The
 * files do not count: the work on them is done once (`oncePerList`).
 */
export function checkBeside(
  { _attachments, ...beside }: Record<string, unknown>,
  messages: number,
): void {
  if (Buffer.byteLength(JSON.stringify(beside)) * messages > maxBesideBytes)
    throw refuse('besideTooLarge', '40 MB');
  if (valuesOf(beside) * messages > maxJsonValues) throw refuse('besideTooLarge', '100,000 values');
}

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + valuesOf(each), 1);
}

/** A message with the defaults of its batch. The message wins; only `variables` are merged, one level deep. */
export function withDefaults(
  defaults: Record<string, unknown>,
  message: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...defaults, ...givenFields(message) };
  if (!isJsonObject(defaults.variables) || !isJsonObject(message.variables)) return merged;
  return { ...merged, variables: { ...defaults.variables, ...message.variables } };
}
