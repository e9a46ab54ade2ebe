import { accountEventTypes, messageEventTypes, type WebhookType } from '../engine/webhook-types.ts';
import type { Later } from '../later.ts';
import type { AccountSending } from '../message/account-sending.ts';
import { readNamed } from '../message/apply-event.ts';
import type { DeliveryState, MessageRecord, ReportedMessage } from '../message/message.ts';
import { isTestMessage } from '../message/message-id.ts';
import type { MessagePlace } from '../message/message-store.ts';
import type { StoredReply } from '../message/reply.ts';
import type { Suppression } from '../message/suppression.ts';
import { accountEvent } from './account-event.ts';
import type { Receiver } from './endpoint.ts';
import {
  type EndState,
  eventOfReply,
  eventsOfEnd,
  eventsOfReport,
  type IdentifiedEvent,
  typeOf,
} from './webhook-event.ts';

export interface AnnouncePorts {
  /** The endpoints of an account, as they were at most 30 s ago. */
  endpoints: (accountId: string) => Promise<readonly Receiver[]>;
  /** A message with all its reports, strongly consistent; null if there is none. */
  readReported: (place: MessagePlace) => Promise<ReportedMessage | null>;
  /** Why an address is suppressed; null if it is not. */
  readSuppressed: (accountId: string, address: string) => Promise<Suppression | null>;
  later: Later;
}

/** Gives a message's events to the queue of the account's webhooks; one may be given twice, with the same id. */
export interface Announcer {
  /** A report that is recorded, under its own id. */
  report: (place: MessagePlace, report: { eventId: string; state: DeliveryState }) => Promise<void>;
  /** The end of a message whose caller did not wait for the send. */
  end: (place: MessagePlace, state: EndState) => Promise<void>;
  reply: (message: MessageRecord, reply: StoredReply) => Promise<void>;
}

export interface AccountAnnouncer {
  /** The present state of an account's sending. */
  account: (accountId: string, sending: AccountSending) => Promise<void>;
}

/** Makes the announcer of one invocation. It reads the message only if an endpoint wants its event. */
export function announcer(ports: AnnouncePorts): Announcer & AccountAnnouncer {
  const { readReported } = ports;
  return {
    account: (accountId, sending) =>
      announce({ accountId }, accountEventTypes[sending.state], ports, async () => [
        accountEvent(accountId, sending),
      ]),
    report: (place, { eventId, state }) =>
      announce(place, typeOf[state], ports, async () => {
        const message = await readReported(place);
        return message === null ? [] : eventsOfRecorded(message, eventId, ports);
      }),
    end: (place, state) =>
      announce(place, typeOf[state], ports, async () => {
        const message = await readReported(place);
        return message === null ? [] : eventsOfEnd(message, state);
      }),
    reply: (message, reply) =>
      announce(message, messageEventTypes.REPLIED, ports, async () => [
        eventOfReply(message, reply),
      ]),
  };
}

async function announce(
  { accountId, messageId }: Pick<MessagePlace, 'accountId'> & Partial<MessagePlace>,
  type: WebhookType,
  { endpoints, later }: AnnouncePorts,
  makeEvents: () => Promise<readonly { id: string; event: object }[]>,
): Promise<void> {
  const isTest = messageId !== undefined && isTestMessage(messageId);
  const wanting = (await endpoints(accountId)).filter(
    ({ state, test, types }) =>
      state === 'ACTIVE' && (test || !isTest) && (types === null || types.includes(type)),
  );
  if (wanting.length === 0) return;
  const events = await makeEvents();
  await Promise.all(
    wanting.flatMap(({ endpointId }) =>
      events.map(({ id: eventId, event }) => {
        const body = { accountId, endpointId, eventId, event, attempt: 0 };
        return later('webhooks', body, 0, `${eventId}-${endpointId}`);
      }),
    ),
  );
}

/** The events of a report. A report with several reasons is recorded in parts: the others have its id and a number. */
async function eventsOfRecorded(
  message: ReportedMessage,
  eventId: string,
  { readSuppressed }: AnnouncePorts,
): Promise<IdentifiedEvent[]> {
  const parts = message.events.filter(
    (each) => each.eventId === eventId || each.eventId.startsWith(`${eventId}-`),
  );
  const suppressing = parts.filter(({ state }) => state === 'BOUNCED' || state === 'COMPLAINED');
  // A report may name hundreds of strangers.
  const ours = suppressing.flatMap((each) => readNamed(message, each).recipients);
  const addresses = new Set(ours.map(({ address }) => address));
  const suppressed = await Promise.all(
    [...addresses].map((address) => readSuppressed(message.accountId, address)),
  );
  const known = suppressed.filter((each) => each !== null);
  return parts.flatMap((part) => eventsOfReport(message, part, known));
}
