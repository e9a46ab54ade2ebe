import { addressesOf, type MessageEvent, type MessageRecord } from '../message/message.ts';
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

/** Whom a mail was meant for, who got it, and whom SES named, each as it was written. */
export function peopleOf({ recipients, redirectedTo, leftOut = [], events }: MessageRecord) {
  const reported = events.flatMap(({ addresses }) => addresses);
  return [...addressesOf({ recipients, redirectedTo }), ...leftOut, ...reported];
}

export const isRecipient = (record: MessageRecord, { finder }: Pick<Person, 'finder'>): boolean =>
  peopleOf(record).some(finder.is);

/** Whether a record names the person: as a recipient, or in one of its texts. */
export const isAbout = (record: MessageRecord, person: Pick<Person, 'finder'>): boolean =>
  isRecipient(record, person) || person.finder.isIn(JSON.stringify(record));

/** A record without the person: ids, template, key, states and times stay. */
export function forgottenRecord(record: MessageRecord, person: Person): MessageRecord {
  const { redirectedTo, leftOut, reference, events, forgotten = [] } = record;
  const { finder, id } = person;
  const address = addressWithout(person);
  const text = (_: string, value: unknown) =>
    typeof value === 'string' ? finder.replace(value, forgottenAddress(id)) : value;
  const rest: MessageRecord = JSON.parse(JSON.stringify(record), text);
  return {
    ...rest,
    subject: '',
    recipients: recipientsWithout(record, person),
    redirectedTo: redirectedTo && address(redirectedTo),
    leftOut: leftOut?.map(address),
    reference: rest.reference === reference ? reference : undefined,
    events: events.map((event) => forgottenReport(event, person)),
    forgotten: [...new Set([...forgotten, id])].sort(),
  };
}

/** A report without the person. What a mail server wrote about them goes. */
export function forgottenReport(event: MessageEvent, person: Person): MessageEvent {
  const { addresses, reason } = event;
  const goes = addresses.some(person.finder.is) || person.finder.isIn(reason ?? '');
  return {
    ...event,
    addresses: addresses.map(addressWithout(person)),
    reason: goes ? null : reason,
  };
}

const addressWithout =
  ({ finder, id }: Person) =>
  (address: string) =>
    finder.is(address) ? forgottenAddress(id) : address;

/** The recipients stay as many as they were: how reports are kept depends on it. */
function recipientsWithout({ recipients }: MessageRecord, { finder, id }: Person) {
  let found = 0;
  return recipients.map((recipient) => {
    if (!finder.is(recipient.address)) return recipient;
    found += 1;
    return { ...recipient, address: forgottenAddress(found === 1 ? id : `${id}-${found}`) };
  });
}
