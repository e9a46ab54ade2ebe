/** The delivery fields of execute (spec §4.2); other names with `_` are reserved. */
export const deliveryFields = ['_to', '_subject', '_replyTo', '_cc', '_bcc'] as const;

/** The field of a request that names its language. Only a branch reads it. */
export const languageField = '_language';

/** The `_replyTo` of a mail whose replies are recorded with its message. */
export const threadReplyTo = 'thread';

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
