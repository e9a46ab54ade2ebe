/**
 * The fields of an execute request that configure the delivery (spec §4.2). Every other name that
 * begins with `_` is reserved.
 */
export const deliveryFields = ['_to', '_subject', '_replyTo', '_cc', '_bcc'] as const;

export type DeliveryField = (typeof deliveryFields)[number];

/** The delivery fields as the caller gave them, checked for their type and nothing else. */
export type Delivery = { readonly [field in DeliveryField]?: string | null | undefined };

export function isDeliveryField(name: string): name is DeliveryField {
  return (deliveryFields as readonly string[]).includes(name);
}

/** The field's text, or null if it was not given; `""` and null both count as not given. */
export function givenText(delivery: Delivery, field: DeliveryField): string | null {
  return delivery[field] || null;
}
