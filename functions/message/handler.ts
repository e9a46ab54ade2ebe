import { openConnection } from '../../shared/adapters/open-connection.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { withDoors } from '../../shared/doors/door.ts';
import { resendMessage } from '../../shared/doors/resend/message.ts';
import * as env from '../../shared/env.ts';
import { messageRequest } from './contract.ts';
import { findMessages } from './run.ts';

const table = ownTables();
const messages = table(env.messagesTable);
const ports = { messages, accounts: table(env.accountsTable), epochMs: Date.now };
openConnection(() => readMessage(messages, 'none', 'none'));

export const handler = withDoors([resendMessage], {
  name: 'message',
  scope: { name: 'messages' },
  request: messageRequest,
  run: (request, caller) => findMessages(request, caller, ports),
});
