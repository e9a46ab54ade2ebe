import { type MessageListPorts, showMessage } from '../../shared/manage/messages/messages.ts';
import type { ReportedRecipient } from '../../shared/message/message.ts';
import { rankOf } from '../../shared/message/message-states.ts';
import { eventsOfMessage, type IdentifiedEvent } from '../webhook/webhook-event.ts';
import type { MessageChange } from './watch-messages.ts';

/** The most messages whose events are remembered, and the most of them that each call reads again. */
const maxKnown = 1000;
const maxFollowed = 20;

/** What is known of a message that has changed. */
interface Known {
  /** The ids of its events so far. */
  ids: Set<string>;
  /** Whether another report may come without a change of the message's state. */
  isOpen: boolean;
}

/**
 * Watches the webhook events of an account: each call of the returned function takes the changes that `watchMessages`
 * has found, and returns the events that are new. A message to several recipients has one state, which not every report
 * changes: of such messages the newest 20 are read in each call, until something final was reported of each recipient.
 */
export function watchEvents(
  ports: MessageListPorts,
  accountId: string,
): (changes: readonly MessageChange[]) => Promise<IdentifiedEvent[]> {
  const messages = new Map<string, Known>();

  const readNew = async (messageId: string, before: MessageChange['before'] = null) => {
    const { record, suppressed } = await showMessage(ports, accountId, messageId);
    const known = messages.get(messageId);
    const events = eventsOfMessage(record, suppressed);
    messages.set(messageId, {
      ids: new Set(events.map(({ id }) => id)),
      isOpen: record.recipients.length > 1 && record.recipients.some(isOpen),
    });
    // What a message had when the watch began is not known: what is worse than its state was then must be new.
    return events.filter(({ id, reported }) =>
      known ? !known.ids.has(id) : rankOf(reported) > rankOf(before),
    );
  };

  return async (changes) => {
    const before = new Map(changes.map((change) => [change.message.messageId, change.before]));
    const open = [...messages].filter(([, { isOpen }]) => isOpen).map(([messageId]) => messageId);
    const followed = new Set([...open.slice(-maxFollowed), ...before.keys()]);
    const events: IdentifiedEvent[] = [];
    for (const messageId of followed)
      events.push(...(await readNew(messageId, before.get(messageId))));
    for (const messageId of [...messages.keys()].slice(0, -maxKnown)) messages.delete(messageId);
    return events;
  };
}

const isOpen = ({ state }: ReportedRecipient) => state === null || state === 'DELAYED';
