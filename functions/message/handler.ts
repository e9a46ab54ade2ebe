import { withinRequest } from '../../shared/adapters/call-times.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { required } from '../../shared/required.ts';
import { messageRequest } from './contract.ts';
import { findMessages } from './run.ts';

const client = dynamodbClient(withinRequest);
const messages = { client, name: required(env.messagesTable) };
const accounts = { client, name: required(env.accountsTable) };
openConnection(() => readMessage(messages, 'none', 'none'));

export const handler = endpoint({
  name: 'message',
  scope: { name: 'messages' },
  request: messageRequest,
  run: (request, caller, { deadline }) =>
    findMessages(request, caller, {
      messages: tableWithin(messages, deadline),
      accounts: tableWithin(accounts, deadline),
      epochMs: Date.now,
    }),
});
