import { type Delivery, givenText, isDeliveryField } from './delivery.ts';
import { lookUp, type Variables } from './variables.ts';

/** The fields of a request whose values a node reads. */
export type NodeInput = { readonly variables: Variables; readonly delivery: Delivery };

/** A delivery field that was not given is undefined, like a missing variable. */
export function inputValue({ variables, delivery }: NodeInput, name: string): unknown {
  return isDeliveryField(name) ? (givenText(delivery, name) ?? undefined) : lookUp(variables, name);
}

/** Missing, null, an empty list, or nothing but white space. Numbers and booleans count as given. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
