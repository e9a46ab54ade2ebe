import { randomBytes } from 'node:crypto';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { startDns } from '../../../local/dns/server.ts';
import { machineResolver } from '../../../local/dns/upstream.ts';
import type { Stops } from '../../../local/stops.ts';
import { createTables } from '../../../local/tables/create-tables.ts';
import { startTables } from '../../../local/tables/process.ts';
import { credentials, region } from '../../../local/template/names.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../../shared/adapters/tables/dynamodb.ts';
import { putKey } from '../../../shared/adapters/tables/keys-table.ts';
import {
  writeHead,
  writeRevision,
} from '../../../shared/adapters/tables/templates-table-writes.ts';
import { env } from '../../../shared/env.ts';
import { hashApiKey, hintOf, mintApiKey } from '../../../shared/keys/api-key.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { smallMail } from '../render/mails.ts';
import * as syntax from '../render/syntax.ts';
import type { Subject } from './bundles.ts';

/** What a function finds when it starts: the variables around it, and an event for each. */
export interface World {
  variables: Record<string, string>;
  /** An event, and what its answer holds where all is well. */
  asked: Record<Subject, { event: object; expected: string }>;
}

const accountId = 'acc_bench';
const templateId = 'mail';
const keysTable = 'Keys';
const templatesTable = 'Templates';
const createdAt = '2026-05-01T10:00:00.000Z';

/** Real tables with a key and a template of 12 KB, and a DNS server that knows one domain. */
export async function startWorld(folder: string, stops: Stops): Promise<World> {
  const tables = await startTables(join(folder, 'tables'), folder);
  stops.add(tables, ({ stop }) => stop());
  const dns = stops.add(await startDns(machineResolver()), ({ stop }) => stop());
  await createTables(tables.endpoint, [
    keyed(keysTable, 'keyHash'),
    keyed(templatesTable, 'accountId', 'sk'),
    keyed('Messages', 'accountId', 'sk'),
  ]);
  const client = dynamodbClient(atTerminal, { endpoint: tables.endpoint, region, credentials });
  stops.add(client, (each) => each.destroy());
  const secret = await writeKey({ client, name: keysTable });
  const variables = await writeTemplate({ client, name: templatesTable });
  return {
    variables: {
      [env.dynamodbEndpoint]: tables.endpoint,
      [env.dnsServers]: dns.address,
      KEY_HASH: hashApiKey(secret),
      ...fixedVariables,
    },
    asked: events(secret, variables),
  };
}

const fixedVariables = {
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  [env.keysTable]: keysTable,
  [env.templatesTable]: templatesTable,
  [env.messagesTable]: 'Messages',
  [env.messageRetentionDays]: '30',
  [env.configurationSet]: 'bench',
  [env.senders]: '*',
};

function keyed(
  TableName: string,
  hash: string,
  range?: string,
): Parameters<typeof createTables>[1][number] {
  const names = range === undefined ? [hash] : [hash, range];
  return {
    TableName,
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: names.map((AttributeName, at) => ({
      AttributeName,
      KeyType: at === 0 ? 'HASH' : 'RANGE',
    })),
  };
}

async function writeKey(keys: Parameters<typeof putKey>[0]): Promise<string> {
  const secret = mintApiKey(randomBytes);
  await putKey(keys, {
    keyHash: hashApiKey(secret),
    keyId: 'key_bench',
    accountId,
    name: 'bench',
    hint: hintOf(secret),
    status: 'active',
    createdAt,
    usageIdentifierKey: 'a'.repeat(40),
  });
  return secret;
}

/** Writes the mail, and hands back what it is rendered with. */
async function writeTemplate(templates: Parameters<typeof writeHead>[0]) {
  const [name, subject] = ['Mail', 'Your order'];
  const html = syntax.write(smallMail.parts, syntax.postrider);
  const preparation = await prepareTemplate({ templateId, name, subject, html });
  if (!preparation.ok) throw new Error(preparation.problems.map((each) => each.message).join());
  const { content, flowStatus } = preparation.prepared;
  const revision = 1;
  await writeRevision(templates, accountId, { templateId, revision, createdAt, content });
  const head = { templateId, name, subject, flowStatus, revision, updatedAt: createdAt };
  await writeHead(templates, accountId, head, null);
  return smallMail.variables;
}

function events(secret: string, variables: Record<string, unknown>): World['asked'] {
  const post = (body: object) => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
    isBase64Encoded: true,
    requestContext: {
      extendedRequestId: 'bench',
      authorizer: { accountId, keyId: 'key_bench' },
    },
  });
  const methodArn = `arn:aws:execute-api:${region}:000000000000:api/v1/POST/render`;
  return {
    authorizer: {
      event: { type: 'TOKEN', authorizationToken: `Bearer ${secret}`, methodArn },
      expected: 'Allow',
    },
    render: { event: post({ template_id: templateId, variables }), expected: '200' },
    execute: { event: post({ templateId, variables }), expected: 'callback' },
    verify: { event: post({ email: 'ada@inbox.example.com' }), expected: '200' },
    'bare-client': { event: {}, expected: 'keyHash' },
    'bare-http': { event: {}, expected: 'keyHash' },
  };
}
