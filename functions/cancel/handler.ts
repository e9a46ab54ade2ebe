import { readAnnouncements } from '../../shared/adapters/announcements.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { required } from '../../shared/required.ts';
import { cancelRequest } from './contract.ts';
import { cancelMessages } from './run.ts';

const client = dynamodbClient(withinRequest);
const messages = { client, name: required(env.messagesTable) };
const accounts = { client, name: required(env.accountsTable) };
const laterSettings = readLaterSettings();
const scheduler = laterSettings && wakeUps(laterSettings);
const announcements = readAnnouncements(messages);
openConnection(() => readMessage(messages, 'none', 'none'));

export const handler = endpoint({
  name: 'cancel',
  scope: { name: 'execute' },
  request: cancelRequest,
  run: (request, caller, { deadline }) =>
    cancelMessages(request, caller, {
      messages: tableWithin(messages, deadline),
      accounts: tableWithin(accounts, deadline),
      forget: scheduler && ((messageId) => scheduler(deadline).forget('due', messageId)),
      announcer: announcements?.(deadline),
      epochMs: Date.now,
    }),
});
