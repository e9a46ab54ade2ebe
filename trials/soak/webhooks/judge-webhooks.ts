import type { MessageState, ReportedMessage } from '../../../shared/message/message.ts';
import { rankOf } from '../../../shared/message/message-states.ts';
import {
  type EndState,
  eventsOfEnd,
  eventsOfMessage,
  hasEnded,
} from '../../../shared/webhook/webhook-event.ts';
import type { Received } from './receiver.ts';

/**
 * Compares what the receiver got with the records. Also counts the events that it got, and those that it got more than
 * once.
 */
export function judgeWebhooks(messages: readonly ReportedMessage[], received: readonly Received[]) {
  const got = new Set(received.map(({ id }) => id));
  const wanted = messages.flatMap(wantedOf);
  const known = new Set(wanted.flatMap(({ ids }) => ids));
  const lost = wanted.filter(({ ids, isPromised }) => isPromised && !ids.some((id) => got.has(id)));
  const invented = received.filter(({ id }) => !known.has(id));
  const unsigned = received.filter(({ isSigned }) => !isSigned);
  const others = otherStates(messages, received);
  return {
    violations: {
      'events lost': lost.length,
      'events without a record': invented.length,
      'false signatures': unsigned.length,
      'another state at the receiver': others.length,
    },
    events: { received: got.size, repeats: received.length - got.size },
    cases: [
      ...lost.map(({ what, ids }) => `${what}: lost ${ids.join(' or ')}`),
      ...invented.map(({ id, event }) => `${event.data.id} ${event.type}: ${id} has no record`),
      ...unsigned.map(({ id }) => `${id}: falsely signed`),
      ...others,
    ],
  };
}

/** One event that the receiver may get, under one of these ids. */
interface WantedEvent {
  what: string;
  ids: string[];
  /** Whether it must get the event. */
  isPromised: boolean;
}

/**
 * The events that follow from a record. A message that ended as UNKNOWN may later be recorded as SENT or FAILED, because
 * SES's answer or a report came; its receiver knows one of the two states. A message without an answer is no promise:
 * its caller got an error, which says that nothing is sent.
 */
function wantedOf(message: ReportedMessage): WantedEvent[] {
  const { messageId, state, answer } = message;
  const isPromised = answer !== null;
  const before: EndState | null = state === 'SENT' || state === 'FAILED' ? 'UNKNOWN' : null;
  const ends = hasEnded(state) ? eventsOfEnd(message, state).map(({ id }) => id) : [];
  const others = before === null ? [] : eventsOfEnd(message, before).map(({ id }) => id);
  return eventsOfMessage(message, []).map(({ id, event: { type } }) => {
    const other = others[ends.indexOf(id)];
    const ids = other === undefined ? [id] : [id, other];
    return { what: `${messageId} ${type}`, ids, isPromised };
  });
}

/** The recipients whose highest state at the receiver differs from their state in the record. */
function otherStates(messages: readonly ReportedMessage[], received: readonly Received[]) {
  const highest = new Map<string, MessageState>();
  for (const { event } of received) {
    const { id, to, state } = event.data;
    const known = highest.get(`${id} ${to}`) ?? null;
    if (state !== null && rankOf(state) >= rankOf(known)) highest.set(`${id} ${to}`, state);
  }
  return messages.flatMap(({ messageId, state: end, recipients }) =>
    recipients.flatMap(({ address, state }) => {
      const known = highest.get(`${messageId} ${address}`) ?? null;
      const isSame = state === null ? rankOf(known) === 0 : known === state;
      if (isSame) return [];
      return [`${messageId} ${address}: ${state ?? end} in the record, ${known} at the receiver`];
    }),
  );
}
