import { givenFields, isJsonObject } from '../../shared/http/contract.ts';

/**
 * A message with the defaults of its batch. The message wins; `variables` are merged one level deep, so that an array or
 * an object in them is replaced as a whole. No field's name sets a prototype.
 */
export function withDefaults(
  defaults: Record<string, unknown>,
  message: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...defaults, ...givenFields(message) };
  if (!isJsonObject(defaults.variables) || !isJsonObject(message.variables)) return merged;
  return { ...merged, variables: { ...defaults.variables, ...message.variables } };
}
