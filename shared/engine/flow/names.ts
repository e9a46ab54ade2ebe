import { deliveryFields, isDeliveryField } from './delivery.ts';

/** What is wrong with a variable's name that is not empty, as the end of a sentence, or null. */
export function variableNameProblem(name: string): string | null {
  if (name.startsWith('_')) return 'must not begin with _, which is kept for delivery fields';
  if (name.split('.').includes('')) return 'must have a name on both sides of each dot';
  if (name.trim() !== name) return 'must not begin or end with white space';
  return null;
}

/** Like `variableNameProblem`, for a name that may be a delivery field's as well. */
export function inputNameProblem(name: string): string | null {
  if (!name.startsWith('_')) return variableNameProblem(name);
  return isDeliveryField(name)
    ? null
    : `begins with _ but is no delivery field; those are ${deliveryFields.join(', ')}`;
}
