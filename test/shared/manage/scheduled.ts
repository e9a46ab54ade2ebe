import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import {
  encodePending,
  keepPending,
  removePending,
} from '../../../shared/adapters/tables/pending-table.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { aMessage } from '../adapters/messages.ts';

type Tables = Pick<ManagePorts, 'messages'>;

/**
 * Records a message to Ada with the template `welcome` that waits for its time, and its request, unless `change` says
 * otherwise. Returns its id.
 */
export async function scheduleIn(
  { messages }: Tables,
  accountId: string,
  { test = false, ...change }: Partial<MessageRecord> & { test?: boolean } = {},
): Promise<string> {
  const messageId = test ? newTestMessageId(Date.now()) : newMessageId(Date.now());
  const record = aMessage({
    ...{ accountId, messageId, state: 'SCHEDULED', templateId: 'welcome' },
    sendAt: '2099-12-24T09:00:00.000Z',
    ...change,
  });
  const request = { variables: { name: 'Ada' }, _to: 'ada@example.net' };
  const content = encodePending({ request, ...(test && { test: {} }) });
  if (record.state === 'SCHEDULED' && content !== null)
    await keepPending(messages, record, content);
  await beginMessage(messages, record);
  return messageId;
}

/** Removes the request of a message, as sending it does. */
export const deletePendingIn = ({ messages }: Tables, accountId: string, messageId: string) =>
  removePending(messages, { accountId, messageId });
