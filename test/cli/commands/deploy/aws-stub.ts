import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { stackDescription } from '../../../../lib/settings/settings.ts';
import { serve } from '../../../serve.ts';
import { type StubBuckets, s3Answer } from './s3-stub.ts';

export interface StubStack {
  id: string;
  status: string;
  description: string;
  outputs: Record<string, string>;
  resources: { logicalId: string; physicalId: string; type: string; status?: string }[];
  template: object;
  terminationProtection?: boolean;
}

export interface StubChange {
  action: string;
  logicalId: string;
  type: string;
  replacement?: string;
}

export interface StubChangeSet {
  changes: StubChange[];
  template: object;
  /** Default: ready to be executed. */
  status?: string;
  reason?: string;
  execution?: string;
}

/** One event of a resource that CloudFormation reports. Each look at the stack shows one more event. */
export type StubHappening = [status: string, logicalId: string, type: string, reason?: string];

interface StubPool {
  name: string;
  protection: 'ACTIVE' | 'INACTIVE';
  domain?: string | undefined;
  /** Default: the tags of our stacks. */
  tags?: Record<string, string>;
}

export interface AwsStub {
  endpoint: string;
  /** The account of the credentials, or the name of the error that STS answers with. */
  caller: { account: string } | { error: string };
  bootstrapped: boolean;
  /** The qualifier of the bootstrap. */
  qualifier: string;
  stack: StubStack | null;
  changeSet: StubChangeSet | null;
  /** The result of CreateChangeSet. */
  creates: StubChangeSet;
  /** The parameters of each CreateChangeSet. */
  created: Record<string, string>[];
  /** The coming events, of an executed change set or of the deletion of the stack. */
  ahead: StubHappening[];
  /** The status of the stack after these events. */
  ends: string;
  /** Called when the stack has this status. */
  onEnd: (stack: StubStack) => void;
  /** SES's identities, with their status. */
  identities: Record<string, 'verified' | 'pending'>;
  /** Tables by name, with their items and whether they are protected. */
  tables: Map<string, { items: Record<string, { S: string }>[]; protection: boolean }>;
  /** The bodies of the messages that queues got. */
  queued: string[];
  /** User pools by id. */
  pools: Map<string, StubPool>;
  buckets: StubBuckets;
  /** Answers instead of the stub, unless it returns null. `silent` never answers, `hang up` closes the connection. */
  intercept: (
    asked: AwsRequest,
  ) => 'silent' | 'hang up' | { status: number; code: string; message: string } | null;
  /** The operations that change something, in the order of the calls. */
  writes: string[];
}

/** One request to AWS. */
export interface AwsRequest {
  /** `DescribeStacks`, `DescribeTable` …; of S3 and SES the method and the path. */
  operation: string;
  body: string;
}

const harmless = /^(Get|Describe|List|Scan|Query)/;

/** The operations of AWS that deploy and destroy call, in memory, over HTTP. */
export async function startAwsStub(): Promise<AwsStub> {
  const stub: AwsStub = {
    endpoint: '',
    caller: { account: '111122223333' },
    bootstrapped: true,
    qualifier: 'hnb659fds',
    stack: null,
    changeSet: null,
    creates: { changes: [], template: {} },
    created: [],
    ahead: [],
    ends: 'CREATE_COMPLETE',
    onEnd: () => {},
    identities: {},
    tables: new Map(),
    queued: [],
    pools: new Map(),
    buckets: new Map(),
    intercept: () => null,
    writes: [],
  };
  const events: StubHappening[] = [];
  const { url } = await serve(async (incoming, outgoing) => {
    const body = await text(incoming);
    const instead = stub.intercept({ operation: operationOf(incoming, body), body });
    if (instead === 'hang up') incoming.socket.destroy();
    if (typeof instead === 'string') return;
    const answered = instead ? refusalOf(instead, incoming) : answer(stub, events, incoming, body);
    // S3 returns an etag for each part of an upload.
    const headers = { 'content-type': answered.type, etag: '"1"' };
    outgoing.writeHead(answered.status, headers).end(answered.text);
  });
  stub.endpoint = url;
  return stub;
}

interface AwsAnswer {
  status: number;
  type: string;
  text: string;
}

function operationOf({ headers, method, url }: IncomingMessage, body: string): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return String(target.split('.')[1]);
  return new URLSearchParams(body).get('Action') ?? `${method} ${url}`;
}

function refusalOf(
  { status, code, message }: { status: number; code: string; message: string },
  { headers, url = '' }: IncomingMessage,
): AwsAnswer {
  // SES and Lambda speak JSON as well, and name their operations by path.
  const speaksJson = headers['x-amz-target'] || /^\/(v2|2016-08-19)\//.test(url);
  if (!speaksJson) return xmlError(status, code, message);
  return json({ __type: code, message }, status);
}

function answer(stub: AwsStub, events: StubHappening[], incoming: IncomingMessage, body: string) {
  const target = incoming.headers['x-amz-target'];
  if (typeof target === 'string') return jsonOperation(stub, String(target.split('.')[1]), body);
  if (incoming.url?.startsWith('/v2/email/identities/')) {
    return identity(stub, decodeURIComponent(incoming.url.slice('/v2/email/identities/'.length)));
  }
  const { method = '', url = '/' } = incoming;
  if (/^\/2016-08-19\/account-settings\/?$/.test(url)) {
    return json({ AccountLimit: { ConcurrentExecutions: 1000 } });
  }
  const fromS3 = s3Answer(stub.buckets, method, new URL(url, stub.endpoint), body);
  if (fromS3 !== null) {
    if (method !== 'GET' && method !== 'HEAD') stub.writes.push(`${method} ${url}`);
    return fromS3;
  }
  const asked = new URLSearchParams(body);
  const operation = asked.get('Action') ?? '';
  if (!harmless.test(operation)) stub.writes.push(operation);
  if (operation === 'GetCallerIdentity') return callerAnswer(stub);
  if (operation === 'AssumeRole') return roleAnswer(asked.get('RoleArn') ?? '');
  if (operation === 'CreateChangeSet') return createChangeSet(stub, asked);
  return cloudformation(stub, events, operation, asked);
}

function callerAnswer({ caller }: AwsStub): AwsAnswer {
  if ('error' in caller) return xmlError(403, caller.error, 'The stub refuses');
  const arn = `arn:aws:iam::${caller.account}:user/ann`;
  return xml('GetCallerIdentity', `<Account>${caller.account}</Account><Arn>${arn}</Arn>`);
}

/** A role that any caller may assume. */
function roleAnswer(role: string): AwsAnswer {
  const keys = { AccessKeyId: 'test', SecretAccessKey: 'test', SessionToken: 'test' };
  const Credentials = tags({ ...keys, Expiration: '2099-01-01T00:00:00Z' });
  const AssumedRoleUser = tags({ Arn: role, AssumedRoleId: 'test' });
  return xml('AssumeRole', tags({ Credentials, AssumedRoleUser }));
}

function createChangeSet(stub: AwsStub, asked: URLSearchParams): AwsAnswer {
  const name = asked.get('StackName') ?? '';
  const id = `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}/uuid`;
  if (stub.stack === null || nameOf(stub.stack) !== name) {
    const nothing = { description: '', outputs: {}, resources: [], template: {} };
    stub.stack = { id, status: 'REVIEW_IN_PROGRESS', ...nothing };
  }
  stub.created.push(Object.fromEntries(asked));
  stub.changeSet = stub.creates;
  const changeSetId = `arn:aws:cloudformation:eu-west-1:111122223333:changeSet/${asked.get('ChangeSetName')}/uuid`;
  return xml('CreateChangeSet', `<Id>${changeSetId}</Id><StackId>${stub.stack.id}</StackId>`);
}

function cloudformation(
  stub: AwsStub,
  events: StubHappening[],
  operation: string,
  asked: URLSearchParams,
): AwsAnswer {
  const { stack } = stub;
  const name = asked.get('StackName');
  const isKnown = stack !== null && (name === stack.id || name === nameOf(stack));
  if (!stack || !isKnown) {
    return xmlError(400, 'ValidationError', `Stack with id ${name} does not exist`);
  }
  switch (operation) {
    case 'DescribeStacks':
      advance(stub, stack, events);
      return xml(operation, list('Stacks', [stackXml(stack)]));
    case 'DescribeStackEvents':
      return xml(operation, list('StackEvents', events.map(eventXml).reverse()));
    case 'ListStackResources':
      return xml(operation, list('StackResourceSummaries', stack.resources.map(resourceXml)));
    case 'GetTemplate': {
      const template = asked.has('ChangeSetName') ? stub.changeSet?.template : stack.template;
      return xml(operation, tags({ TemplateBody: escaped(JSON.stringify(template)) }));
    }
    case 'DescribeChangeSet':
      if (!stub.changeSet) return xmlError(404, 'ChangeSetNotFound', 'There is no such change set');
      return xml(operation, changeSetXml(stack, stub.changeSet));
    case 'ExecuteChangeSet':
      stack.status =
        stack.status === 'REVIEW_IN_PROGRESS' ? 'CREATE_IN_PROGRESS' : 'UPDATE_IN_PROGRESS';
      stack.template = stub.changeSet?.template ?? {};
      stack.description = stackDescription;
      stub.changeSet = null;
      return xml(operation, '');
    case 'DeleteChangeSet':
      stub.changeSet = null;
      return xml(operation, '');
    case 'DeleteStack':
      if (stack.status === 'REVIEW_IN_PROGRESS') stub.stack = null;
      else stack.status = 'DELETE_IN_PROGRESS';
      return xml(operation, '');
    case 'DescribeEvents':
      return xml(operation, list('OperationEvents', []));
    case 'ListHookResults':
      return xml(operation, list('HookResults', []));
    case 'UpdateTerminationProtection':
      stack.terminationProtection = asked.get('EnableTerminationProtection') === 'true';
      return xml(operation, `<StackId>${stack.id}</StackId>`);
    default:
      throw new Error(`The stub does not know ${operation}`);
  }
}

/** Each look at the stack shows one more event. After the last event the stack has its final status. */
function advance(stub: AwsStub, stack: StubStack, events: StubHappening[]): void {
  if (!stack.status.endsWith('_IN_PROGRESS') || stack.status === 'REVIEW_IN_PROGRESS') return;
  const next = stub.ahead.shift();
  if (next) events.push(next);
  else {
    stack.status = stub.ends;
    stub.onEnd(stack);
  }
}

const nameOf = ({ id }: StubStack) => id.split('/')[1];

/** XML elements with these names and contents, without those that are undefined. */
const tags = (fields: Record<string, string | number | boolean | undefined>) =>
  Object.entries(fields)
    .map(([name, text]) => (text === undefined ? '' : `<${name}>${text}</${name}>`))
    .join('');

const list = (name: string, members: readonly string[]) =>
  tags({ [name]: members.map((member) => tags({ member })).join('') });

const longAgo = '2026-01-01T00:00:00Z';

const changeSetXml = (stack: StubStack, changeSet: StubChangeSet) =>
  tags({
    ...{ StackId: stack.id, StackName: nameOf(stack), ChangeSetId: 'change-set' },
    ...{ CreationTime: longAgo, Status: changeSet.status ?? 'CREATE_COMPLETE' },
    ExecutionStatus: changeSet.execution ?? 'AVAILABLE',
    StatusReason: changeSet.reason,
  }) + list('Changes', changeSet.changes.map(changeXml));

const stackXml = (stack: StubStack) =>
  tags({
    ...{ StackId: stack.id, StackName: nameOf(stack), StackStatus: stack.status },
    ...{ CreationTime: longAgo, Description: stack.description },
    EnableTerminationProtection: stack.terminationProtection ?? false,
  }) +
  list(
    'Outputs',
    Object.entries(stack.outputs).map(([OutputKey, OutputValue]) =>
      tags({ OutputKey, OutputValue }),
    ),
  );

const eventXml = ([status, logicalId, type, reason]: StubHappening, index: number) =>
  tags({
    ...{ EventId: index, StackId: 's', StackName: 's', Timestamp: longAgo },
    ...{ LogicalResourceId: logicalId, PhysicalResourceId: logicalId, ResourceType: type },
    ...{ ResourceStatus: status, ResourceStatusReason: reason },
  });

const resourceXml = (resource: StubStack['resources'][number]) =>
  tags({
    ...{ LogicalResourceId: resource.logicalId, PhysicalResourceId: resource.physicalId },
    ...{ ResourceType: resource.type, ResourceStatus: resource.status ?? 'CREATE_COMPLETE' },
    LastUpdatedTimestamp: longAgo,
  });

const changeXml = ({ action, logicalId, type, replacement }: StubChange) =>
  tags({
    Type: 'Resource',
    ResourceChange: tags({
      ...{ Action: action, LogicalResourceId: logicalId, ResourceType: type },
      Replacement: replacement,
    }),
  });

/** The services that name their operation in a header: SSM, DynamoDB and Cognito. */
function jsonOperation(stub: AwsStub, operation: string, body: string): AwsAnswer {
  const input = JSON.parse(body) as Record<string, string>;
  if (!harmless.test(operation)) {
    stub.writes.push(`${operation} ${input.TableName ?? input.UserPoolId ?? ''}`.trim());
  }
  if (operation === 'SendMessage') {
    const { MessageBody = '' } = input;
    stub.queued.push(MessageBody);
    return json({ MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') });
  }
  if (operation === 'GetParameter') {
    const isAsked = input.Name === `/cdk-bootstrap/${stub.qualifier}/version`;
    return stub.bootstrapped && isAsked
      ? json({ Parameter: { Value: '21' } })
      : refusal('ParameterNotFound');
  }
  if (operation === 'ListUserPools') {
    return json({ UserPools: [...stub.pools].map(([Id, { name: Name }]) => ({ Id, Name })) });
  }
  if (input.TableName === undefined) return poolOperation(stub, operation, input.UserPoolId ?? '');
  return tableOperation(stub, operation, input.TableName, body);
}

function tableOperation(
  { tables }: AwsStub,
  operation: string,
  name: string,
  body: string,
): AwsAnswer {
  const table = tables.get(name);
  if (!table) return refusal('ResourceNotFoundException');
  const { items, protection } = table;
  switch (operation) {
    case 'Scan':
      return json({ Items: items });
    case 'GetItem':
      return json({ Item: items[0] });
    case 'Query':
      // The items of the partition that the query names.
      return json({ Items: items.filter(({ accountId }) => body.includes(`"${accountId?.S}"`)) });
    case 'DescribeTable':
      return json({ Table: { ItemCount: items.length, DeletionProtectionEnabled: protection } });
    case 'UpdateTable':
      table.protection = false;
      return json({});
    case 'DeleteTable':
      if (protection) return refusal('ValidationException');
      tables.delete(name);
      return json({});
    default:
      throw new Error(`The stub does not know ${operation}`);
  }
}

function poolOperation({ pools }: AwsStub, operation: string, id: string): AwsAnswer {
  const pool = pools.get(id);
  if (!pool) return refusal('ResourceNotFoundException');
  const { protection: DeletionProtection, domain: Domain } = pool;
  const UserPoolTags = pool.tags ?? { service: 'postrider' };
  switch (operation) {
    case 'DescribeUserPool':
      return json({
        UserPool: { EstimatedNumberOfUsers: 2, DeletionProtection, Domain, UserPoolTags },
      });
    case 'UpdateUserPool':
      pool.protection = 'INACTIVE';
      return json({});
    case 'DeleteUserPoolDomain':
      pool.domain = undefined;
      return json({});
    case 'DeleteUserPool':
      if (DeletionProtection === 'ACTIVE' || Domain) return refusal('InvalidParameterException');
      pools.delete(id);
      return json({});
    default:
      throw new Error(`The stub does not know ${operation}`);
  }
}

function identity({ identities }: AwsStub, name: string): AwsAnswer {
  const status = identities[name];
  if (!status) return refusal('NotFoundException', 404);
  return json({ VerifiedForSendingStatus: status === 'verified', VerificationStatus: 'PENDING' });
}

const json = (value: object, status = 200): AwsAnswer => ({
  ...{ status, type: 'application/x-amz-json-1.1', text: JSON.stringify(value) },
});

const refusal = (type: string, status = 400) =>
  json({ __type: type, message: `${type} of the stub` }, status);

const xml = (operation: string, content: string): AwsAnswer => ({
  ...{ status: 200, type: 'text/xml' },
  text: `<${operation}Response><${operation}Result>${content}</${operation}Result></${operation}Response>`,
});

const xmlError = (status: number, code: string, message: string): AwsAnswer => ({
  ...{ status, type: 'text/xml' },
  text: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
