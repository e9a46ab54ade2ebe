import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { deploymentFile, startCommandLine } from '../cli/command-line.ts';
import { wordsOf } from '../cli/in-process.ts';
import { poolId, startCognitoStub } from '../cognito-stub.ts';
import { tableNames } from '../dynalite.ts';
import { type Call, startFaultProxy } from '../fault-proxy.ts';
import { describe, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const policy = z.object({
  Statement: z.array(z.object({ Effect: z.literal('Allow'), Action: texts, Resource: texts })),
});

/** What a policy of the documents allows on the tables: `GetItem Keys`. */
function allowedBy(name: string): Set<string> {
  const path = new URL(`../../docs/examples/${name}.json`, import.meta.url);
  const { Statement } = policy.parse(JSON.parse(readFileSync(path, 'utf8')));
  return new Set(
    Statement.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) =>
        Resource.map((arn) => [action.split(':')[1], arn.split('-*-')[1]].join(' ')),
      ),
    ),
  );
}

const cli = await startCommandLine();
const proxy = await startFaultProxy(cli.tables.endpoint, () => 'pass');
const cognito = await startCognitoStub();
const folder = temporaryFolder();
const { outputs, ...file } = deploymentFile(cli);
const run = { ...file, dynamodbEndpoint: proxy.endpoint, oidcIssuer: 'http://127.0.0.1:1' };
const more = { UsersTable: tableNames.users, UserPoolId: poolId };
writeFileSync(
  join(folder, 'deployment.json'),
  JSON.stringify({ ...run, dashboardUrl: 'http://127.0.0.1:1', outputs: { ...outputs, ...more } }),
);

const names = new Map(Object.entries(tableNames).map(([key, name]) => [name, key]));
const shown = (table: unknown) => {
  const key = names.get(String(table)) ?? String(table);
  return key.charAt(0).toUpperCase() + key.slice(1);
};

const parts = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The permissions that a call needs; a transaction needs those of its parts. */
function neededBy({ operation, body }: Call): string[] {
  const asked = JSON.parse(body) as Record<string, unknown>;
  if (operation === 'BatchGetItem') {
    return Object.keys(asked.RequestItems ?? {}).map((table) => `BatchGetItem ${shown(table)}`);
  }
  if (operation === 'TransactWriteItems') {
    const items = asked.TransactItems as Record<string, { TableName: string }>[];
    return items.flatMap((item) =>
      Object.entries(item).map(([part, { TableName }]) => {
        return `${parts[part as keyof typeof parts]} ${shown(TableName)}`;
      }),
    );
  }
  const index = asked.IndexName === undefined ? '' : `/index/${asked.IndexName}`;
  return [`${operation} ${shown(asked.TableName)}${index}`];
}

/** Runs commands as an operator, and returns what they needed on the tables. */
async function neededFor(...lines: string[]): Promise<string[]> {
  proxy.calls.length = 0;
  const environment = {
    POSTRIDER_DATA: folder,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
  };
  for (const line of lines) {
    const { exitCode, stderr } = await cli.run(wordsOf(line), environment);
    expect([line, exitCode, stderr]).toEqual([line, 0, expect.anything()]);
  }
  return [...new Set(proxy.calls.flatMap(neededBy))].sort();
}

const templates = temporaryFolder();
const template = join(templates, 'welcome');

describe('a policy for an operator', () => {
  const reading = [
    'account list',
    'account show',
    'key list',
    'template list',
    'template show welcome',
    'template versions welcome',
    'message list',
    'suppression list',
    'webhook list',
    'trail list',
    'user list',
  ];

  test('postrider-operator allows what operators do', async () => {
    const allowed = allowedBy('postrider-operator');

    const needed = await neededFor(
      'account create --name Acme --plan free',
      `template new welcome --folder ${templates}`,
      `template push ${template}`,
      'template delete welcome --yes',
      'template undelete welcome',
      'key create --name ci',
      'suppression add ada@example.com',
      'suppression remove ada@example.com',
      'user invite ann@example.com --role author --sub ann-1',
      'user role ann@example.com --role viewer',
      'user remove ann@example.com',
      ...reading,
    );

    expect(needed.filter((permission) => !allowed.has(permission))).toEqual([]);
  });

  test('postrider-read allows commands that only look, and no write', async () => {
    const allowed = allowedBy('postrider-read');

    const needed = await neededFor(...reading);

    expect(needed.filter((permission) => !allowed.has(permission))).toEqual([]);
    expect([...allowed].filter((each) => /^(Put|Update|Delete)/.test(each))).toEqual([]);
  });

  test('postrider-drafts allows drafts without messages and keys', async () => {
    const allowed = allowedBy('postrider-drafts');

    writeFileSync(join(template, 'body.html'), '<p>Another</p>');
    const needed = await neededFor(
      'template list',
      'template show welcome',
      `template push ${template} --draft`,
    );

    expect(needed.filter((permission) => !allowed.has(permission))).toEqual([]);
    expect(needed).toContain('PutItem Templates');
    expect([...allowed].filter((each) => /Messages|Keys|Users/.test(each))).toEqual([]);
  });
});
