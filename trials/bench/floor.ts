/**
 * The floor that the local service is compared with: a plain server that makes the same two reads from the same tables
 * and always answers the same bytes. Its one argument is `FloorReads` as JSON. It sends its address over IPC, and ends
 * when its parent does.
 */
import { createServer } from 'node:http';
import * as z from 'zod';
import { listen, loopback } from '../../local/loopback/listen.ts';
import { credentials, region } from '../../local/template/names.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import { readHead } from '../../shared/adapters/tables/templates-table.ts';

const reads = z.object({
  endpoint: z.string(),
  keysTable: z.string(),
  templatesTable: z.string(),
  keyHash: z.string(),
  accountId: z.string(),
  templateId: z.string(),
  answer: z.string(),
});

export type FloorReads = z.output<typeof reads>;

const { endpoint, keyHash, accountId, templateId, answer, ...names } = reads.parse(
  JSON.parse(process.argv[2] ?? ''),
);
const client = dynamodbClient(withinRequest, { endpoint, region, credentials });
const keys = { client, name: names.keysTable };
const templates = { client, name: names.templatesTable };
const length = Buffer.byteLength(answer);

const server = createServer(async (req, res) => {
  req.resume();
  const key = await readKey(keys, keyHash);
  const head = await readHead(templates, accountId, templateId);
  const status = key && head ? 200 : 500;
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
  res.end(answer);
});
process.on('disconnect', () => process.exit());
process.send?.(`http://${loopback}:${await listen(server)}/`);
