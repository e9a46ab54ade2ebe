import { devNull } from 'node:os';
import { startDns } from '../../../local/dns/server.ts';
import { machineResolver } from '../../../local/dns/upstream.ts';
import type { Stops } from '../../../local/stops.ts';
import { credentials, region } from '../../../local/template/names.ts';
import { env } from '../../../shared/env.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import { saveTemplates, writeKey } from '../../harness/accounts.ts';
import { tableNames } from '../../harness/table-names.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { smallMail, smallMailTemplate } from '../render/mails.ts';
import type { Subject } from './bundles.ts';

/** Everything that a function needs when it starts. */
export interface World {
  /** Its environment variables. */
  variables: Record<string, string>;
  /** An event for each bundle, and a text that the correct answer contains. */
  invocations: Record<Subject, { event: object; expected: string }>;
}

const accountId = 'acc_bench';
const keyId = 'key_bench';

/** Real tables with a key and a template of 12 KB, and a DNS server that knows one domain. */
export async function startWorld(stops: Stops): Promise<World> {
  const dns = stops.add(await startDns(machineResolver()), ({ stop }) => stop());
  const endpoint = await startOwnTables(stops);
  const { keys, templates } = tablesBy(tablesClient(endpoint, stops));
  const secret = await writeKey(keys, accountId, keyId);
  await saveTemplates({ templates, now: () => new Date() }, accountId, [smallMailTemplate]);
  return {
    variables: {
      [env.dynamodbEndpoint]: endpoint,
      [env.dnsServers]: dns.address,
      KEY_HASH: hashApiKey(secret),
      ...fixedVariables,
    },
    invocations: invocationsWith(secret),
  };
}

const fixedVariables = {
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  [env.keysTable]: tableNames.keys,
  [env.templatesTable]: tableNames.templates,
  [env.accountsTable]: tableNames.accounts,
  [env.messagesTable]: tableNames.messages,
  [env.messageRetentionDays]: '30',
  [env.refusedRetentionDays]: '7',
  [env.configurationSet]: 'bench',
  [env.senders]: '*',
};

function invocationsWith(secret: string): World['invocations'] {
  const { templateId } = smallMailTemplate;
  const { variables } = smallMail;
  const post = (body: object, more?: object) => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
    isBase64Encoded: true,
    requestContext: { extendedRequestId: 'bench', authorizer: { accountId, keyId, ...more } },
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
    message: { event: post({ reference: 'order-1001' }, { test: '{}' }), expected: '200' },
    cancel: { event: post({ reference: 'order-1001' }), expected: '404' },
    batch: { event: post({ messages: [{ templateId, variables }] }), expected: 'does not send' },
    'bare-client': { event: {}, expected: 'keyHash' },
    'bare-http': { event: {}, expected: 'keyHash' },
  };
}
