/**
 * Fills the tables of a folder until a write fails. Prints how many writes succeeded, and the error with which the
 * tables' server ended: `node fill-tables.ts TABLES LOGS`.
 */
import { randomBytes } from 'node:crypto';
import { createTables } from '../../../local/tables/create-tables.ts';
import { startTables } from '../../../local/tables/process.ts';
import { PutItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { clientOf, mailTable } from './mail-table.ts';

const [tables = '', logs = ''] = process.argv.slice(2);
const server = await startTables(tables, logs).catch((error: Error) => {
  console.log(JSON.stringify({ taken: 0, sentence: error.message }));
  process.exit();
});
const died = server.died.catch((error: Error) => error.message);
await createTables(server.endpoint, [mailTable]);
const client = clientOf(server.endpoint);

// The text is random, because the store would compress a repeated one.
const text = { S: randomBytes(5000).toString('hex') };
const put = (id: number) =>
  client.send(
    new PutItemCommand({ TableName: mailTable.TableName, Item: { id: { S: String(id) }, text } }),
  );
let taken = 0;
for (let isTaken = true; isTaken; taken += isTaken ? 1 : 0) {
  isTaken = await put(taken).then(
    () => true,
    () => false,
  );
}
console.log(JSON.stringify({ taken, sentence: await died }));
