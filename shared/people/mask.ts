import { formatAddress } from '../engine/verify/address.ts';
import { unreported } from '../message/apply-event.ts';
import { parseMailbox } from '../message/mailbox.ts';
import type { MessageRecord, ReportedMessage } from '../message/message.ts';
import { suppressionAddress } from '../message/suppression.ts';
import { hiddenValue } from './roles.ts';

/**
 * Hides the local parts of these addresses: the first becomes `•1@example.com`. The domain stays, because delivery depends
 * on it. Any other address becomes `•@example.com`, and a text that is none `•`.
 */
export function masksOf(addresses: readonly string[]): (text: string) => string {
  const places = new Map(addresses.map((text, at) => [suppressionAddress(text), `${at + 1}`]));
  return (text) => `${hiddenValue}${places.get(suppressionAddress(text)) ?? ''}${domainOf(text)}`;
}

function domainOf(text: string): string {
  const parsed = parseMailbox(text);
  if (!parsed.ok) return '';
  const address = formatAddress(parsed.mailbox.address);
  return address.slice(address.lastIndexOf('@'));
}

/** A sentence without the local parts of the addresses in it. */
export const maskedSentence = (sentence: string): string =>
  sentence.replace(/(?:"[^"]*"|[^\s<>"(),;:'])+@/g, `${hiddenValue}@`);

/** A message without what tells who its recipients are. `reason` and `error` may be words of a recipient's server. */
export function maskedMessage(message: MessageRecord): ReportedMessage {
  const { recipients, redirectedTo, leftOut, events, error } = message;
  const given = recipients.map(({ address }) => address);
  const mask = masksOf(given);
  return {
    ...message,
    subject: hiddenValue,
    answer: null,
    error: message.state === 'REFUSED' && error !== null ? refusal(error, given, mask) : null,
    recipients: recipients.map((each) => ({
      ...unreported(each),
      ...each,
      address: mask(each.address),
      reason: null,
    })),
    ...(redirectedTo !== undefined && { redirectedTo: mask(redirectedTo) }),
    ...(leftOut && { leftOut: leftOut.map(mask) }),
    events: events.map((event) => ({
      ...event,
      addresses: event.addresses.map(mask),
      reason: null,
    })),
  };
}

/** postrider's own sentence may name a recipient as it was given. */
function refusal(error: string, given: readonly string[], mask: (text: string) => string): string {
  const told = given.reduce((text, each) => text.replaceAll(each, mask(each)), error);
  return maskedSentence(told).replaceAll(`${hiddenValue}${hiddenValue}`, hiddenValue);
}
