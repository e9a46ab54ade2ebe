import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { readLaterSettings, wakeUps } from '../../shared/adapters/later.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { withDoors } from '../../shared/doors/door.ts';
import { resendCancel } from '../../shared/doors/resend/message.ts';
import * as env from '../../shared/env.ts';
import { cancelRequest } from './contract.ts';
import { type CancelPorts, cancelMessages } from './run.ts';

const table = ownTables();
const messages = table(env.messagesTable);
const laterSettings = readLaterSettings();
const scheduler = laterSettings && wakeUps(laterSettings);
const ports: CancelPorts = {
  messages,
  accounts: table(env.accountsTable),
  forget: scheduler && ((messageId) => scheduler.forget('due', messageId)),
  announcer: readAnnouncer(messages),
  epochMs: Date.now,
};
openConnection(() => readMessage(messages, 'none', 'none'));

export const handler = withDoors([resendCancel], {
  name: 'cancel',
  scope: { name: 'execute' },
  request: cancelRequest,
  run: (request, caller) => cancelMessages(request, caller, ports),
});
