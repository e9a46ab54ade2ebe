import type { MessageEvent } from '../../message/message.ts';
import { type Item, optionalText, text, textItem } from './attributes.ts';

/** A report as attributes: of a map in its message's record, or of an item of its own. */
export function eventAttributes(event: Omit<MessageEvent, 'eventId'>): Item {
  const { state, at, addresses, category, reason } = event;
  const texts = { state, at, category: category ?? undefined, reason: reason ?? undefined };
  return { ...textItem(texts), addresses: { L: addresses.map((S) => ({ S })) } };
}

/** The report in such attributes. */
export function toEvent(eventId: string, attributes: Item): MessageEvent {
  const state = text(attributes, 'state');
  return {
    eventId,
    state: eventStates.find((known) => known === state) ?? 'SENT',
    at: text(attributes, 'at'),
    addresses: (attributes.addresses?.L ?? []).flatMap(({ S }) => S ?? []),
    category: optionalText(attributes, 'category') ?? null,
    reason: optionalText(attributes, 'reason') ?? null,
  };
}

const eventStates = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;
