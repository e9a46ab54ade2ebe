import { type DestroyOptions, destroy } from '../../../../cli/commands/deploy/destroy.ts';
import { destroyedResult } from '../../../../cli/commands/deploy/leftovers.ts';
import { toFailure } from '../../../../cli/terminal/failure.ts';
import type { Result } from '../../../../cli/terminal/result.ts';
import { stackDescription } from '../../../../lib/settings/settings.ts';
import { type ApiGatewayStub, startApiGatewayStub } from '../../../api-gateway-stub.ts';
import { beforeEach } from '../../../jest.ts';
import { type AwsStub, type StubStack, startAwsStub } from './aws-stub.ts';

export const tables = ['Keys', 'Accounts', 'Templates', 'Messages', 'Users'];
export const tableType = 'AWS::DynamoDB::GlobalTable';
export const poolType = 'AWS::Cognito::UserPool';
export const identityType = 'AWS::SES::EmailIdentity';
export const bucketType = 'AWS::S3::Bucket';

const outputs = {
  BaseUrl: 'https://api.example/v1',
  ...Object.fromEntries(tables.map((table) => [`${table}Table`, `mail-${table}`])),
  UsagePlanFree: 'f',
  UsagePlanPro: 'p',
  UsagePlanTeam: 't',
  Senders: 'example.com',
  LogGroups: 'mail-Render',
};

const account = {
  accountId: { S: 'acc_0a1B2c3D4e5F6g7H' },
  name: { S: 'Main' },
  plan: { S: 'team' },
  gatewayKeyId: { S: 'gw1' },
  usageIdentifierKey: { S: 'value' },
  createdAt: { S: '2026-01-01T00:00:00.000Z' },
};

const kept = { DeletionPolicy: 'Retain' };

/** A stack with all the resources that stay after its deletion, and a function, which does not stay. */
export function stackOf(status: string): StubStack {
  const table = (logicalId: string) => ({
    ...{ logicalId, physicalId: `mail-${logicalId}`, type: tableType },
  });
  const keptOnes = [
    ...tables.map(table),
    { logicalId: 'Pool', physicalId: 'pool-1', type: poolType },
    { logicalId: 'Sender', physicalId: 'example.com', type: identityType },
  ];
  const type = 'AWS::Lambda::Function';
  const render = { logicalId: 'Render', physicalId: 'mail-Render-1', type };
  const resources = Object.fromEntries(
    keptOnes.map(({ logicalId, type }) => [logicalId, { Type: type, ...kept }]),
  );
  return {
    id: 'arn:aws:cloudformation:eu-central-1:111122223333:stack/mail/uuid',
    status,
    description: stackDescription,
    outputs,
    resources: [...keptOnes, render],
    template: { Resources: { ...resources, Render: { Type: render.type } } },
  };
}

export interface Destroying {
  aws: AwsStub;
  gateway: ApiGatewayStub;
  /** Removes the stack `mail`. `typed` answers each question; without it there is no terminal to ask at. */
  run: (options: Partial<DestroyOptions>, typed?: string) => Promise<Run>;
}

/** Sets AWS up for the tests of a file, with the stack `mail` in it. */
export function destroying(): Destroying {
  // The hooks below set the fields before a test reads them.
  const at = { run } as Destroying;
  beforeEach(async () => {
    [at.aws, at.gateway] = await Promise.all([startAwsStub(), startApiGatewayStub()]);
    const { aws, gateway } = at;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: aws.endpoint,
      AWS_ENDPOINT_URL_API_GATEWAY: gateway.endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'eu-central-1',
    });
    for (const table of tables) aws.tables.set(`mail-${table}`, { items: [], protection: true });
    aws.tables.get('mail-Accounts')?.items.push(account);
    aws.pools.set('pool-1', { name: 'mail', protection: 'ACTIVE', domain: 'mail-domain' });
    gateway.keys.set('gw1', { id: 'gw1', name: 'postrider', value: 'value' });
    aws.stack = stackOf('UPDATE_COMPLETE');
    aws.ends = 'DELETE_COMPLETE';
  });
  return at;
}

export interface Run {
  result?: Result;
  /** Why it stopped before it removed anything. */
  stopped?: 'declined' | 'unasked';
  error?: string;
  lines: string[];
}

async function run(options: Partial<DestroyOptions>, typed?: string): Promise<Run> {
  const lines: string[] = [];
  const ports = {
    dialog: {
      interactive: typed !== undefined,
      step: () => {},
      line: (text: string) => void lines.push(text.trim()),
      ask: async (question: string) => {
        lines.push(question.trim());
        return typed ?? '';
      },
    },
    wait: async () => {},
  };
  const target = { stack: 'mail', region: undefined, account: undefined };
  try {
    const outcome = await destroy({ target, yes: false, deleteData: false, ...options }, ports);
    if (typeof outcome === 'string') return { stopped: outcome, lines };
    return { result: destroyedResult(outcome), lines };
  } catch (error) {
    return { error: toFailure(error).error, lines };
  }
}
