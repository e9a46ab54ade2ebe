import { alone, type Change } from '../adapters/tables/change.ts';
import type { Table } from '../adapters/tables/dynamodb.ts';
import { removePending } from '../adapters/tables/pending-table.ts';
import { recordCancelled } from '../adapters/tables/scheduled-table.ts';
import type { MessagePlace } from '../message/message-store.ts';
import type { Announcer } from '../webhook/announce.ts';

export interface CancelScheduledPorts {
  messages: Table;
  /** Removes the schedule of a message if there is one. Null if this deployment schedules no messages. */
  forget: ((messageId: string) => Promise<void>) | null;
  /** Undefined if this deployment has no webhooks. */
  announcer?: Announcer | undefined;
  /** Makes the write of the record. Default: alone, as for a caller of the API. */
  change?: Change;
}

/**
 * Cancels a message in its record, then removes its pending request and schedule. True also if it was cancelled before.
 * If it throws, the message may be cancelled all the same; a repeat, or the message's wake-up, announces it.
 */
export async function cancelScheduled(
  place: MessagePlace,
  at: string,
  { messages, forget, announcer, change = alone }: CancelScheduledPorts,
): Promise<boolean> {
  if (!(await recordCancelled(messages, place, at, change))) return false;
  await announcer?.end(place, 'CANCELLED');
  // Best effort: a wake-up of a cancelled message does nothing.
  await Promise.allSettled([removePending(messages, place), forget?.(place.messageId)]);
  return true;
}
