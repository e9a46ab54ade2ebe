/**
 * Sends mails, recorded in the tables of a folder, until the tables' disk is full, and then one more. Prints the
 * answers and the number of accepted mails: `node send-until-full.ts TABLES LOGS`.
 */
import { createTables } from '../../../local/tables/create-tables.ts';
import { startTables } from '../../../local/tables/process.ts';
import { startSending } from '../../functions/execute/sending.ts';
import { clientOf, messagesTable } from './mail-table.ts';

const [folder = '', logs = ''] = process.argv.slice(2);
const server = await startTables(folder, logs);
const died = server.died.catch((error: Error) => error.message);
await createTables(server.endpoint, [messagesTable]);
const messages = { client: clientOf(server.endpoint), name: messagesTable.TableName };
const sending = startSending(messages);

/** A random subject, so that the store cannot compress a mail's record. */
const subject = () => Array.from({ length: 20 }, () => crypto.randomUUID()).join(' ');

const told: string[] = [];
const send = async () => {
  const _subject = subject();
  const answer = await sending
    .execute({ _subject }, `key-${told.length}`)
    .catch((error: Error) => ({ error: error.message }));
  told.push('body' in answer ? answer.body : `refused: ${answer.error}`);
};
let isUp = true;
const sentence = died.then((text) => {
  isUp = false;
  return text;
});
while (isUp && told.length < 5000) await send();
await send();
const { accountId, accepted } = sending;
console.log(
  JSON.stringify({ accountId, told, accepted: accepted.length, sentence: await sentence }),
);
process.exit();
