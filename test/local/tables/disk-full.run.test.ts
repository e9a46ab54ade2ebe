import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTables } from '../../../local/tables/process.ts';
import { ScanCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { bareEnvironment } from '../../bare-environment.ts';
import { expect, test } from '../../jest.ts';
import { nodeInLittleRoom } from '../../little-room.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { clientOf, mailTable, messagesTable } from './mail-table.ts';

const filling = fileURLToPath(new URL('fill-tables.ts', import.meta.url));
const sending = fileURLToPath(new URL('send-until-full.ts', import.meta.url));

interface Filled {
  taken: number;
  sentence: string;
}

async function fill(blocks: number, tables: string, logs: string): Promise<Filled> {
  const argv = [filling, tables, logs];
  const { stdout } = await nodeInLittleRoom(blocks, argv, { cwd: logs, env: bareEnvironment() });
  return JSON.parse(stdout) as Filled;
}

test('on a full disk the tables end with one sentence, do not start, and keep all stored data', async () => {
  const folder = temporaryFolder();
  const [tables, logs] = [join(folder, 'tables'), join(folder, 'logs')];
  mkdirSync(logs);

  const { taken, sentence } = await fill(256, tables, logs);
  const again = await fill(16, tables, logs);
  const kept = await countIn(tables, logs);

  const full = `The disk that holds ${tables} is full: free some space, then run npm start again. What was saved is kept.`;
  expect(sentence).toBe(full);
  expect(again).toEqual({ taken: 0, sentence: full });
  expect(taken).toBeGreaterThan(3);
  // The answer to the last write may have been lost.
  expect([taken, taken + 1]).toContain(kept);
});

test('a disk that fills during a send makes no answer false, and the next start has every mail', async () => {
  const folder = temporaryFolder();
  const [tables, logs] = [join(folder, 'tables'), join(folder, 'logs')];
  mkdirSync(logs);

  const { accountId, told, accepted, sentence } = await sendUntilFull(256, tables, logs);
  const records = await recordsIn(tables, logs, accountId);

  const sent = told.flatMap((answer) => /"messageId":"(.*)"/.exec(answer)?.[1] ?? []);
  expect(sentence).toContain('is full: free some space, then run npm start again');
  expect(told.at(-1)).toMatch(/^refused: /);
  // The callers got `sent` for exactly the mails that SES accepted.
  expect(sent).toHaveLength(accepted);
  expect(accepted).toBeGreaterThan(3);
  // The last mail has a record, which may lack the outcome.
  const ended = records.flatMap(({ sesMessageId }) => sesMessageId ?? []);
  expect(sent.slice(0, -1).filter((id) => !ended.includes(id))).toEqual([]);
  expect(records.length).toBeGreaterThanOrEqual(accepted);
});

interface Sent {
  accountId: string;
  /** The answers to the callers, in order. */
  told: string[];
  /** How many mails SES accepted. */
  accepted: number;
  sentence: string;
}

async function sendUntilFull(blocks: number, tables: string, logs: string): Promise<Sent> {
  const argv = [sending, tables, logs];
  const { stdout } = await nodeInLittleRoom(blocks, argv, { cwd: logs, env: bareEnvironment() });
  return JSON.parse(stdout) as Sent;
}

async function recordsIn(tables: string, logs: string, accountId: string) {
  const server = await startTables(tables, logs);
  const messages = { client: clientOf(server.endpoint), name: messagesTable.TableName };
  try {
    const page = await listMessages(messages, accountId, { limit: 5000, nowMs: 0 });
    return page.messages;
  } finally {
    messages.client.destroy();
    await server.stop();
  }
}

async function countIn(tables: string, logs: string): Promise<number> {
  const server = await startTables(tables, logs);
  const client = clientOf(server.endpoint);
  try {
    const found = await client.send(
      new ScanCommand({ TableName: mailTable.TableName, Select: 'COUNT' }),
    );
    return found.Count ?? 0;
  } finally {
    client.destroy();
    await server.stop();
  }
}
