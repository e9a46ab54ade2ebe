import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { apiGatewayClient } from '../../shared/adapters/api-gateway-keys.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { localActor } from '../../shared/adapters/tables/trail-table.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { Deployment } from '../deployment-file.ts';
import { Failure } from '../failure.ts';
import { credentials, region } from '../template/names.ts';

const outputs = z.object({
  KeysTable: z.string(),
  AccountsTable: z.string(),
  TemplatesTable: z.string(),
  MessagesTable: z.string(),
  TrailTable: z.string(),
  TrailRetentionDays: z.string(),
  UsagePlanFree: z.string(),
  UsagePlanPro: z.string(),
  UsagePlanTeam: z.string(),
});

/** The addresses of a run's servers, and its stack's outputs. */
export type Servers = Pick<Deployment, 'dynamodbEndpoint' | 'apiGatewayEndpoint' | 'outputs'>;

/** The operator's ports in this run; `close` ends the connections. Throws a `Failure` if the stack lacks an output. */
export function managePorts(servers: Servers): { ports: ManagePorts; close: () => void } {
  const parsed = outputs.safeParse(servers.outputs);
  if (!parsed.success) {
    throw new Failure(`The stack lacks the output ${parsed.error.issues[0]?.path.join('.')}.`);
  }
  const names = parsed.data;
  const settings = (endpoint: string) => ({ endpoint, region, credentials });
  const tables = dynamodbClient(atTerminal, settings(servers.dynamodbEndpoint));
  const gateway = apiGatewayClient(atTerminal, settings(servers.apiGatewayEndpoint));
  return {
    ports: {
      accounts: { client: tables, name: names.AccountsTable },
      keys: { client: tables, name: names.KeysTable },
      templates: { client: tables, name: names.TemplatesTable },
      messages: { client: tables, name: names.MessagesTable },
      trail: {
        table: { client: tables, name: names.TrailTable },
        accounts: { client: tables, name: names.AccountsTable },
        who: async () => localActor,
        ...{ door: 'cli', requestId: null, retentionDays: Number(names.TrailRetentionDays) },
      },
      usagePlans: {
        client: gateway,
        ids: { free: names.UsagePlanFree, pro: names.UsagePlanPro, team: names.UsagePlanTeam },
      },
      randomBytes,
      now: () => new Date(),
    },
    close: () => {
      tables.destroy();
      gateway.destroy();
    },
  };
}
