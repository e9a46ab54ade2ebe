import type { MessageEvent, MessageRecord } from '../message/message.ts';
import type { AddressFinder } from './find-address.ts';
import { forgottenAddress } from './late-report.ts';

/** A person whose data is found or forgotten. */
export interface Person {
  /** As the suppression list has it. */
  address: string;
  /** What stands for the address: see `personOf`. */
  id: string;
  finder: AddressFinder;
}

/** Whether a mail went to the person, was meant for them, or SES named them. */
export function isRecipient(
  { recipients, redirectedTo, leftOut = [], events }: MessageRecord,
  { finder }: Pick<Person, 'finder'>,
): boolean {
  return (
    recipients.some(({ address }) => finder.is(address)) ||
    (redirectedTo !== undefined && finder.is(redirectedTo)) ||
    leftOut.some(finder.is) ||
    events.some(({ addresses }) => addresses.some(finder.is))
  );
}

/** Whether a record names the person: as a recipient, or in one of its texts. */
export function isAbout(record: MessageRecord, person: Pick<Person, 'finder'>): boolean {
  const { subject, reference, error, field, answer, trace, attachments } = record;
  const texts = [subject, reference, error, field, answer, JSON.stringify([trace, attachments])];
  return isRecipient(record, person) || texts.some((text) => text && person.finder.isIn(text));
}

/** A record without the person: ids, template, key, states and times stay. */
export function forgottenRecord(record: MessageRecord, person: Person): MessageRecord {
  const { redirectedTo, leftOut, reference, error, field, answer, attachments } = record;
  const { finder, id } = person;
  const text = (given: string) => finder.replace(given, forgottenAddress(id));
  const address = addressWithout(person);
  const { forgotten = [] } = record;
  return {
    ...record,
    subject: '',
    recipients: recipientsWithout(record, person),
    redirectedTo: redirectedTo && address(redirectedTo),
    leftOut: leftOut?.map(address),
    reference: reference !== undefined && text(reference) === reference ? reference : undefined,
    error: error && text(error),
    field: field && text(field),
    answer: answer && text(answer),
    attachments: attachments?.map((file) => ({ ...file, name: text(file.name) })),
    trace: JSON.parse(text(JSON.stringify(record.trace))),
    events: record.events.map((event) => forgottenReport(event, person)),
    forgotten: [...new Set([...forgotten, id])].sort(),
  };
}

/** A report without the person. What a mail server wrote about them goes. */
export function forgottenReport(event: MessageEvent, person: Person): MessageEvent {
  const { finder, id } = person;
  const { addresses, category, reason } = event;
  const goes = addresses.some(finder.is) || (reason !== null && finder.isIn(reason));
  return {
    ...event,
    addresses: addresses.map(addressWithout(person)),
    category: category && finder.replace(category, forgottenAddress(id)),
    reason: goes ? null : reason,
  };
}

/** An event that waits for its webhook, without the person; null if it does not name them. */
export function forgottenEvent(event: unknown, { finder, id }: Person): unknown {
  const text = JSON.stringify(event);
  if (!finder.isIn(text)) return null;
  // What a mail server wrote about them goes.
  return JSON.parse(finder.replace(text, forgottenAddress(id)), (name, value) =>
    name === 'reason' ? null : value,
  );
}

const addressWithout =
  ({ finder, id }: Person) =>
  (address: string) =>
    finder.is(address) ? forgottenAddress(id) : address;

/** The recipients stay as many as they were: how reports are kept depends on it. */
function recipientsWithout({ recipients }: MessageRecord, { finder, id }: Person) {
  const taken = new Set<string>();
  return recipients.map((recipient) => {
    if (!finder.is(recipient.address)) return recipient;
    let address = forgottenAddress(id);
    for (let copy = 2; taken.has(address); copy++) address = forgottenAddress(`${id}-${copy}`);
    taken.add(address);
    return { ...recipient, address };
  });
}
