import { NewerCopy, readCopy } from '../../adapters/tables/copies-table.ts';
import type { KeptCopy } from '../../message/message-copy.ts';
import { ManageError } from '../manage-error.ts';
import { type MessagePorts, messageOf } from './messages.ts';

/**
 * The copy of a message, found by its own id or by SES's; null if none is kept, or its time is over.
 *
 * @throws {ManageError} for an id that no message of the account has, and for a copy of a newer version
 */
export async function showCopy(
  ports: MessagePorts,
  accountId: string,
  id: string,
): Promise<KeptCopy | null> {
  const { messageId } = await messageOf(ports, accountId, id);
  try {
    return await readCopy(ports.messages, { accountId, messageId }, ports.now().getTime());
  } catch (error) {
    if (!(error instanceof NewerCopy)) throw error;
    throw new ManageError(
      `The copy of message ${id} was kept by a newer version of the service: read it with that version`,
      [],
      { cause: error },
    );
  }
}
