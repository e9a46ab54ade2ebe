import { addressesOf, type MessageEvent, type MessageRecord } from '../message/message.ts';
import { type AddressFinder, addressFinder } from './find-address.ts';
import { forgottenAddress } from './late-report.ts';
import { personOf } from './person.ts';

/** A person whose data is found or forgotten. */
export interface Person extends Pick<AddressFinder, 'isIn'> {
  /** As the suppression list has it. */
  address: string;
  /** What stands for the address: see `personOf`. */
  id: string;
  /** A text with what stands for the person in place of the address. */
  without: (text: string) => string;
}

/** The person with an address as the suppression list has it. */
export function personWithKey(personKey: string, address: string): Person {
  const id = personOf(personKey, address);
  const { isIn, replace } = addressFinder(address);
  return { address, id, isIn, without: (text) => replace(text, forgottenAddress(id)) };
}

/** Whom a mail was meant for, who got it, and whom SES named, each as it was written. */
export function peopleOf({ recipients, redirectedTo, leftOut = [], events }: MessageRecord) {
  const reported = events.flatMap(({ addresses }) => addresses);
  return [...addressesOf({ recipients, redirectedTo }), ...leftOut, ...reported];
}

/** Whether a record is a person's data. A scheduled mail to others that only names them is still to be sent. */
export const isTheirs = (record: MessageRecord, { isIn }: Person): boolean =>
  record.state === 'SCHEDULED' ? peopleOf(record).some(isIn) : isIn(JSON.stringify(record));

/** A record without the person: ids, template, key, states and times stay. */
export function forgottenRecord(record: MessageRecord, person: Person): MessageRecord {
  const { redirectedTo, leftOut, reference, events, forgotten = [] } = record;
  const rest: MessageRecord = JSON.parse(JSON.stringify(record), (_, value) =>
    typeof value === 'string' ? person.without(value) : value,
  );
  const address = addressWithout(person);
  return {
    ...rest,
    subject: '',
    recipients: recipientsWithout(record, person),
    redirectedTo: redirectedTo && address(redirectedTo),
    leftOut: leftOut?.map(address),
    reference: rest.reference === reference ? reference : undefined,
    events: events.map((event) => forgottenReport(event, person)),
    forgotten: [...new Set([...forgotten, person.id])].sort(),
  };
}

/** A report without the person. What a mail server wrote about them goes. */
export function forgottenReport(event: MessageEvent, person: Person): MessageEvent {
  const { addresses, reason } = event;
  const goes = [...addresses, reason ?? ''].some(person.isIn);
  return {
    ...event,
    addresses: addresses.map(addressWithout(person)),
    reason: goes ? null : reason,
  };
}

/** A refused recipient may be a text with the address in it. */
const addressWithout =
  ({ isIn, id }: Person) =>
  (address: string) =>
    isIn(address) ? forgottenAddress(id) : address;

/** The recipients stay as many as they were: how reports are kept depends on it. */
function recipientsWithout({ recipients }: MessageRecord, { isIn, id }: Person) {
  let found = 0;
  return recipients.map((recipient) => {
    if (!isIn(recipient.address)) return recipient;
    found += 1;
    return { ...recipient, address: forgottenAddress(found === 1 ? id : `${id}-${found}`) };
  });
}
