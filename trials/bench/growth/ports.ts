import { randomUUID } from 'node:crypto';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';

/** The ports of execute as in its handler, except that no domain is looked up and SES accepts every mail. */
export function executePorts(
  loadTemplate: ExecutePorts['loadTemplate'],
  messages: Table,
): ExecutePorts {
  return {
    loadTemplate,
    senderProblem: () => null,
    lookupDomain: () => Promise.reject(new Error('No domain is looked up here')),
    sendMail: async () => ({ outcome: 'sent', messageId: newSesMessageId() }),
    store: messageStore(messages),
    retentionDays: 30,
    refusedRetentionDays: 7,
    later: null,
    keepPending: async () => {},
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => performance.now(),
    deadline: { leftMs: () => 0 },
  };
}

/** An id as long as SES's own. */
export const newSesMessageId = () => `0100019a1b2c3d4e-${randomUUID()}-000000`;
