import { addressesOf, type MessageEvent, type MessageRecord } from '../message/message.ts';
import { suppressionAddress } from '../message/suppression.ts';
import { personOf } from './person.ts';

/** What stands for a forgotten person in records, reports and events. No mail can be sent to it. */
export const forgottenAddress = (person: string) => `forgotten-${person}@invalid`;

/** The person in what `forgottenAddress` made; null for any other text. */
export function personIn(address: string): string | null {
  return /^forgotten-([0-9A-Za-z]{22})(?:-\d+)?@invalid$/.exec(address)?.[1] ?? null;
}

/** What stands in a record for an address, which a report may name days after its person was forgotten. */
export function standInFor(
  message: MessageRecord,
  personKey: string | undefined,
): (address: string) => string {
  const { forgotten = [] } = message;
  const known = new Set(addressesOf(message).map(suppressionAddress));
  return (address) => {
    const written = suppressionAddress(address);
    if (known.has(written)) return address;
    // Reports name recipients, perhaps in another form. Those whom the record has are known.
    const person = personKey === undefined ? '' : personOf(personKey, written);
    return forgotten.includes(person) ? forgottenAddress(person) : 'forgotten@invalid';
  };
}

/** A report on a message in whose record people are forgotten: what a mail server wrote may name them. */
export function reportOfForgotten<Event extends MessageEvent>(
  event: Event,
  standIn: (address: string) => string,
): Event {
  return { ...event, addresses: event.addresses.map(standIn), reason: null };
}
