import { randomBytes } from 'node:crypto';
import { putAccount } from '../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { type AwsStub, startAwsStub } from '../../../aws-stub.ts';
import { type DnsServer, startDnsServer } from '../../../dns-server.ts';
import { startTables, type TestTables } from '../../../dynalite.ts';
import { answerTo } from './aws-answers.ts';
import type { Health } from './health.ts';

export interface Patient {
  aws: AwsStub;
  tables: TestTables;
  dns: DnsServer;
  /** The environment variables with which the CLI finds all of it. */
  environment: Record<string, string>;
  /** The health of the deployment. Each examination replaces it. */
  health: Health;
}

/** AWS with one deployment, one account on plan Pro and one template, whose flow sends. */
export async function startPatient(health: Health): Promise<Patient> {
  const tables = await startTables();
  await putAccount(
    tables.accounts,
    {
      accountId: 'acc_1',
      name: 'Acme',
      plan: 'pro',
      gatewayKeyId: 'gw1',
      usageIdentifierKey: 'a'.repeat(30),
      createdAt: '2026-01-01T00:00:00Z',
    },
    alone,
  );
  const aws = await startAwsStub((call) => answerTo(patient, call));
  const dns = await startDnsServer(({ name }) => patient.health.dns(name));
  const patient: Patient = {
    aws,
    tables,
    dns,
    health,
    environment: {
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_ENDPOINT_URL: aws.endpoint,
      DNS_SERVERS: dns.address,
    },
  };
  await pushFlow(tables, 'welcome', 'Acme <hello@mail.example.com>');
  return patient;
}

/** Saves a template whose flow sends from an address. */
export async function pushFlow(tables: TestTables, templateId: string, from: string) {
  const nodes = [
    { id: 'template', type: 'template' },
    { id: 'output', type: 'provider', provider: 'ses', from },
  ];
  const flow = { nodes, edges: [{ from: 'template', to: 'output' }] };
  const source = { templateId, name: 'Welcome', subject: 'Hello', html: '<p>Hello</p>', flow };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error(JSON.stringify(preparation.problems));
  const { templates, accounts, keys, messages, trail } = tables;
  const unused = { usagePlans: { client: {} as never, ids: {} as never } };
  const ports = { templates, accounts, keys, messages, trail, ...unused, randomBytes, now };
  await pushTemplates(ports, 'acc_1', [preparation.prepared]);
}

const now = () => new Date('2026-01-01T00:00:00Z');
