import { type MessageListPorts, showMessage } from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { MessageState } from '../../../shared/message/message.ts';
import { rankOf } from '../../../shared/message/message-states.ts';
import { eventsOfMessage, type IdentifiedEvent } from '../../../shared/webhook/webhook-event.ts';
import type { MessageChange } from './watch-messages.ts';

/** The most messages whose events are remembered, and the most of them that each call reads again. */
const maxKnown = 1000;
const maxFollowed = 20;

/** The states before a message's end; null: it did not exist. */
const unsettled: readonly (MessageState | null)[] = [null, 'SCHEDULED', 'SENDING'];

/** What is known of a message that has changed. */
interface Known {
  /** The ids of its events so far. */
  ids: Set<string>;
  /** Whether it has several recipients: then not every report changes its state. */
  hasSeveral: boolean;
}

/**
 * Watches the webhook events of an account: each call of the returned function takes the changes that `watchMessages`
 * has found, and returns the events that are new. A message to several recipients has one state, which not every report
 * changes: each call reads again the newest 20 of those that changed during the watch. Another report that does not
 * change the state, such as a second delay, is returned with the next change.
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
      hasSeveral: record.recipients.length > 1,
    });
    // What a message had when the watch began is not known: what is worse than its state was then must be new.
    return events.filter(({ id, reported }) =>
      known ? !known.ids.has(id) : rankOf(reported) > rankOf(before) || unsettled.includes(before),
    );
  };

  return async (changes) => {
    const before = new Map(changes.map((change) => [change.message.messageId, change.before]));
    const several = [...messages].filter(([, { hasSeveral }]) => hasSeveral).map(([id]) => id);
    const read = new Set([...several.slice(-maxFollowed), ...before.keys()]);
    const events = await inParallel([...read], (id) => readNew(id, before.get(id)));
    for (const messageId of [...messages.keys()].slice(0, -maxKnown)) messages.delete(messageId);
    return events.flat();
  };
}
