import { randomBytes } from 'node:crypto';
import { putAccount } from '../../shared/adapters/accounts-table.ts';
import { prepareTemplate } from '../../shared/manage/prepare-template.ts';
import { pushTemplates } from '../../shared/manage/push-templates.ts';
import { type AwsAnswer, type AwsCall, type AwsStub, startAwsStub } from '../aws-stub.ts';
import { a, type DnsServer, type Reply, startDnsServer } from '../dns-server.ts';
import { startTables, type TestTables, tableNames } from '../dynalite.ts';

export const region = 'eu-central-1';
export const account = '111122223333';

const plans = { UsagePlanFree: 'plan-free', UsagePlanPro: 'plan-pro', UsagePlanTeam: 'plan-team' };

/** A deployment in AWS in the best of health; a test takes one thing from it. */
export function healthy(code: ReadonlyMap<string, string>) {
  return {
    bootstrap: '21' as string | null,
    /** The region that the stack is in. */
    stackRegion: region,
    stackStatus: 'UPDATE_COMPLETE',
    senders: 'example.com',
    sending: 'on',
    suppression: 'on',
    ses: {
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      EnforcementStatus: 'HEALTHY',
      SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 39_999, MaxSendRate: 14 },
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    } as Record<string, unknown>,
    identities: new Map<string, Record<string, unknown>>([['example.com', identity()]]),
    configurationSet: {
      ConfigurationSetName: 'mails',
      SendingOptions: { SendingEnabled: true },
    } as object | null,
    destinations: [destination()],
    /** API Gateway's keys, and whether they are switched on. */
    keys: new Map([['gw1', true]]),
    members: new Map([['plan-pro', ['gw1']]]),
    code: new Map(code),
    recovery: true,
    /** The tables that were deleted by hand. */
    deleted: new Set<string>(),
    withoutRecovery: new Set<string>(),
    letters: 0,
    domain: {
      domainNameStatus: 'AVAILABLE',
      regionalDomainName: 'd-1.execute-api.eu-central-1.amazonaws.com',
    } as object | null,
    /** What DNS answers for a name. */
    dns: healthyDns,
    /** What is answered instead. */
    instead: (_call: AwsCall): AwsAnswer | undefined => undefined,
  };
}

export function healthyDns(name: string): Reply {
  if (name === '_dmarc.example.com') return txt(name, 'v=DMARC1; p=reject');
  return name === 'api.example.com' ? { answers: [a(name, '192.0.2.1')] } : {};
}

export type Health = ReturnType<typeof healthy>;

export function identity(changes: Record<string, unknown> = {}) {
  return {
    IdentityType: 'DOMAIN',
    VerifiedForSendingStatus: true,
    VerificationStatus: 'SUCCESS',
    DkimAttributes: {
      SigningEnabled: true,
      Status: 'SUCCESS',
      Tokens: ['aaa', 'bbb', 'ccc'],
    },
    MailFromAttributes: {
      MailFromDomain: 'bounce.example.com',
      MailFromDomainStatus: 'SUCCESS',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
    ...changes,
  };
}

export function destination(changes: Record<string, unknown> = {}) {
  return {
    Name: 'reports',
    Enabled: true,
    MatchingEventTypes: ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'DELIVERY_DELAY'],
    EventBridgeDestination: {
      EventBusArn: `arn:aws:events:${region}:${account}:event-bus/default`,
    },
    ...changes,
  };
}

export function txt(name: string, ...records: string[]): Reply {
  return { answers: records.map((data) => ({ type: 'TXT', name, ttl: 60, data })) };
}

export interface Patient {
  aws: AwsStub;
  tables: TestTables;
  dns: DnsServer;
  /** What the CLI needs to find all of it. */
  environment: Record<string, string>;
  /** What of it is broken: to be replaced before each examination. */
  health: Health;
  stop: () => Promise<void>;
}

/** AWS with one deployment, one account on plan Pro and one template, whose flow sends. */
export async function startPatient(health: Health): Promise<Patient> {
  const tables = await startTables();
  await putAccount(tables.accounts, {
    accountId: 'acc_1',
    name: 'Acme',
    plan: 'pro',
    gatewayKeyId: 'gw1',
    usageIdentifierKey: 'a'.repeat(30),
    createdAt: '2026-01-01T00:00:00Z',
  });
  const aws = await startAwsStub((call) => answerTo(patient, call));
  const { stop: stopDns, ...dns } = await startDnsServer(({ name }) => patient.health.dns(name));
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
    stop: async () => {
      await Promise.all([stopDns(), aws.stop(), tables.stop()]);
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
  const { templates, accounts, keys, messages } = tables;
  const unused = { usagePlans: { client: {} as never, ids: {} as never } };
  const ports = { templates, accounts, keys, messages, ...unused, randomBytes, now };
  await pushTemplates(ports, 'acc_1', [preparation.prepared]);
}

const now = () => new Date('2026-01-01T00:00:00Z');

function answerTo(patient: Patient, call: AwsCall): AwsAnswer | Promise<AwsAnswer> {
  const instead = patient.health.instead(call);
  if (instead) return instead;
  switch (call.service) {
    case 'sts': {
      const arn = `arn:aws:sts::${account}:assumed-role/Admin/ann`;
      return { xml: `<Account>${account}</Account><Arn>${arn}</Arn><UserId>U</UserId>` };
    }
    case 'ssm':
      return patient.health.bootstrap === null
        ? { refusal: 'ParameterNotFound' }
        : { json: { Parameter: { Value: patient.health.bootstrap } } };
    case 'cloudformation':
      return stackAnswer(patient, call);
    case 'ses':
      return sesAnswer(patient.health, call);
    case 'lambda':
      return { json: { Environment: { Variables: variables(patient.health) } } };
    case 'apigateway':
      return gatewayAnswer(patient.health, call);
    case 'dynamodb':
      return tableAnswer(patient, call);
    case 'sqs':
      return { json: { Attributes: { ApproximateNumberOfMessages: `${patient.health.letters}` } } };
    default:
      throw new Error(`The stub does not know ${call.service} ${call.operation}`);
  }
}

const variables = ({ senders, sending, suppression }: Health) => ({
  SENDERS: senders,
  SENDING: sending,
  SUPPRESSION: suppression,
  CONFIGURATION_SET: 'mails',
});

function stackAnswer({ health, aws }: Patient, { operation, region, query }: AwsCall): AwsAnswer {
  if (query.get('StackName') !== 'postrider' || region !== health.stackRegion) {
    return { refusal: 'ValidationError', message: 'Stack with id postrider does not exist' };
  }
  if (operation === 'GetTemplate') {
    return { xml: `<TemplateBody>${escaped(template(health))}</TemplateBody>` };
  }
  if (operation === 'ListStackResources') {
    return {
      xml: `<StackResourceSummaries><member><LogicalResourceId>Execute0123ABCD</LogicalResourceId><PhysicalResourceId>postrider-Execute</PhysicalResourceId><ResourceType>AWS::Lambda::Function</ResourceType></member></StackResourceSummaries>`,
    };
  }
  const outputs = {
    BaseUrl: 'https://api.example.com/v1',
    KeysTable: tableNames.keys,
    AccountsTable: tableNames.accounts,
    TemplatesTable: tableNames.templates,
    MessagesTable: tableNames.messages,
    UsersTable: tableNames.users,
    DeadLetterQueue: `${aws.endpoint}/${account}/letters`,
    ...plans,
  };
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return {
    xml: `<Stacks><member><StackName>postrider</StackName><StackStatus>${health.stackStatus}</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks>`,
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function template({ code, recovery }: Health): string {
  const functions = [...code].map(([name, hash]) => [
    `${name}0123ABCD`,
    { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: `${hash}.zip` } } },
  ]);
  const Replicas = [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: recovery } }];
  const table = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { Replicas } };
  return JSON.stringify({ Resources: { ...Object.fromEntries(functions), Keys1234ABCD: table } });
}

function sesAnswer(health: Health, { operation }: AwsCall): AwsAnswer {
  const [, , , resource, name = '', part] = operation.split('/');
  if (resource === 'account') return { json: health.ses };
  if (resource === 'identities') {
    const found = health.identities.get(name);
    return found ? { json: found } : { refusal: 'NotFoundException', status: 404 };
  }
  if (health.configurationSet === null || name !== 'mails') {
    return { refusal: 'NotFoundException', status: 404 };
  }
  if (part === 'event-destinations') return { json: { EventDestinations: health.destinations } };
  return { json: health.configurationSet };
}

function gatewayAnswer({ keys, members, domain }: Health, { operation }: AwsCall): AwsAnswer {
  if (operation === 'GET /domainnames/api.example.com') {
    return domain ? { json: domain } : { refusal: 'NotFoundException', status: 404 };
  }
  if (operation === 'GET /apikeys') {
    return { json: { item: [...keys].map(([id, enabled]) => ({ id, enabled })) } };
  }
  const plan = operation.split('/')[2] ?? '';
  return { json: { item: (members.get(plan) ?? []).map((id) => ({ id, type: 'API_KEY' })) } };
}

/** All but the backups is asked of a true server of tables. */
async function tableAnswer({ health, tables }: Patient, call: AwsCall): Promise<AwsAnswer> {
  const { TableName } = JSON.parse(call.body) as { TableName: string };
  if (call.operation === 'DescribeContinuousBackups') {
    if (health.deleted.has(TableName)) return { refusal: 'TableNotFoundException' };
    const PointInTimeRecoveryStatus = health.withoutRecovery.has(TableName)
      ? 'DISABLED'
      : 'ENABLED';
    const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus };
    const ContinuousBackupsDescription = {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription,
    };
    return { json: { ContinuousBackupsDescription } };
  }
  if (health.deleted.has(TableName)) return { refusal: 'ResourceNotFoundException' };
  const { authorization = '', 'x-amz-target': target = '', 'x-amz-date': date = '' } = call.headers;
  const answered = await fetch(tables.endpoint, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': String(target),
      'x-amz-date': String(date),
    },
    body: call.body,
  });
  return { json: (await answered.json()) as object };
}
