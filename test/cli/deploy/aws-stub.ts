import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stackDescription } from '../../../lib/settings.ts';

export interface StubStack {
  id: string;
  status: string;
  description: string;
  outputs: Record<string, string>;
  resources: { logicalId: string; physicalId: string; type: string }[];
  template: object;
}

export interface StubChange {
  action: string;
  logicalId: string;
  type: string;
  replacement?: string;
}

/** One thing that CloudFormation reports of a resource; the next look shows the next one. */
export type StubHappening = [status: string, logicalId: string, type: string, reason?: string];

export interface AwsStub {
  endpoint: string;
  /** The account of the credentials, or the name of the error that STS answers with. */
  caller: { account: string } | { error: string };
  bootstrapped: boolean;
  stack: StubStack | null;
  changeSet: { changes: StubChange[]; template: object } | null;
  /** What happens when a change set is executed, when the stack is deleted, or while one looks on. */
  ahead: StubHappening[];
  /** Where that ends. */
  ends: string;
  /** What SES knows: an identity's status. */
  identities: Record<string, 'verified' | 'pending'>;
  /** Tables by name, with their items and whether they are protected. */
  tables: Map<string, { items: Record<string, { S: string }>[]; protection: boolean }>;
  /** User pools by id. */
  pools: Map<
    string,
    { name: string; protection: 'ACTIVE' | 'INACTIVE'; domain?: string | undefined }
  >;
  /** The operations that came and that change something, in order. */
  writes: string[];
  stop: () => Promise<void>;
}

const harmless = /^(Get|Describe|List|Scan)/;

/** What of AWS is asked by a deployment and its removal, in memory, over HTTP. */
export async function startAwsStub(): Promise<AwsStub> {
  const stub: AwsStub = {
    endpoint: '',
    caller: { account: '111122223333' },
    bootstrapped: true,
    stack: null,
    changeSet: null,
    ahead: [],
    ends: 'CREATE_COMPLETE',
    identities: {},
    tables: new Map(),
    pools: new Map(),
    writes: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const events: StubHappening[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const { status, type, text } = answer(stub, events, incoming, body);
    outgoing.writeHead(status, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

function answer(stub: AwsStub, events: StubHappening[], incoming: IncomingMessage, body: string) {
  const target = incoming.headers['x-amz-target'];
  if (typeof target === 'string') return jsonOperation(stub, String(target.split('.')[1]), body);
  if (incoming.url?.startsWith('/v2/email/identities/')) {
    return identity(stub, decodeURIComponent(incoming.url.slice('/v2/email/identities/'.length)));
  }
  const asked = new URLSearchParams(body);
  const operation = asked.get('Action') ?? '';
  if (!harmless.test(operation)) stub.writes.push(operation);
  if (operation === 'GetCallerIdentity') return callerAnswer(stub);
  return cloudformation(stub, events, operation, asked);
}

function callerAnswer({ caller }: AwsStub): Answer {
  if ('error' in caller) return xmlError(403, caller.error, 'The stub refuses');
  const arn = `arn:aws:iam::${caller.account}:user/ann`;
  return xml('GetCallerIdentity', `<Account>${caller.account}</Account><Arn>${arn}</Arn>`);
}

function cloudformation(
  stub: AwsStub,
  events: StubHappening[],
  operation: string,
  asked: URLSearchParams,
): Answer {
  const { stack } = stub;
  const name = asked.get('StackName');
  const isKnown = stack !== null && (name === stack.id || name === nameOf(stack));
  if (!stack || !isKnown) {
    return xmlError(400, 'ValidationError', `Stack with id ${name} does not exist`);
  }
  switch (operation) {
    case 'DescribeStacks':
      advance(stub, stack, events);
      return xml(operation, `<Stacks><member>${stackXml(stack)}</member></Stacks>`);
    case 'DescribeStackEvents':
      return xml(
        operation,
        `<StackEvents>${events.map(eventXml).reverse().join('')}</StackEvents>`,
      );
    case 'ListStackResources':
      return xml(
        operation,
        `<StackResourceSummaries>${stack.resources.map(resourceXml).join('')}</StackResourceSummaries>`,
      );
    case 'GetTemplate': {
      const template = asked.has('ChangeSetName') ? stub.changeSet?.template : stack.template;
      return xml(operation, `<TemplateBody>${escaped(JSON.stringify(template))}</TemplateBody>`);
    }
    case 'DescribeChangeSet':
      if (!stub.changeSet) return xmlError(404, 'ChangeSetNotFound', 'There is no such change set');
      return xml(operation, `<Changes>${stub.changeSet.changes.map(changeXml).join('')}</Changes>`);
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
    default:
      throw new Error(`The stub does not know ${operation}`);
  }
}

/** At each look one thing more has happened, and after the last it has ended. */
function advance(stub: AwsStub, stack: StubStack, events: StubHappening[]): void {
  if (!stack.status.endsWith('_IN_PROGRESS') || stack.status === 'REVIEW_IN_PROGRESS') return;
  const next = stub.ahead.shift();
  if (next) events.push(next);
  else stack.status = stub.ends;
}

const nameOf = ({ id }: StubStack) => id.split('/')[1];

function stackXml({ id, status, description, outputs }: StubStack): string {
  const outputList = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<StackId>${id}</StackId><StackName>${id.split('/')[1]}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><Description>${description}</Description><Outputs>${outputList.join('')}</Outputs>`;
}

function eventXml([status, logicalId, type, reason]: StubHappening, index: number): string {
  const why = reason === undefined ? '' : `<ResourceStatusReason>${reason}</ResourceStatusReason>`;
  return `<member><EventId>${index}</EventId><StackId>s</StackId><StackName>s</StackName><Timestamp>2026-01-01T00:00:00Z</Timestamp><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${logicalId}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus>${why}</member>`;
}

const resourceXml = ({ logicalId, physicalId, type }: StubStack['resources'][number]) =>
  `<member><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${physicalId}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`;

const changeXml = ({ action, logicalId, type, replacement }: StubChange) =>
  `<member><Type>Resource</Type><ResourceChange><Action>${action}</Action><LogicalResourceId>${logicalId}</LogicalResourceId><ResourceType>${type}</ResourceType>${replacement ? `<Replacement>${replacement}</Replacement>` : ''}</ResourceChange></member>`;

/** The services that name their operation in a header: SSM, DynamoDB and Cognito. */
function jsonOperation(stub: AwsStub, operation: string, body: string): Answer {
  const input = JSON.parse(body) as Record<string, string>;
  if (!harmless.test(operation)) {
    stub.writes.push(`${operation} ${input.TableName ?? input.UserPoolId ?? ''}`.trim());
  }
  if (operation === 'GetParameter') {
    return stub.bootstrapped ? json({ Parameter: { Value: '21' } }) : refusal('ParameterNotFound');
  }
  if (operation === 'ListUserPools') {
    return json({ UserPools: [...stub.pools].map(([Id, { name: Name }]) => ({ Id, Name })) });
  }
  return input.TableName === undefined
    ? poolOperation(stub, operation, input.UserPoolId ?? '')
    : tableOperation(stub, operation, input.TableName);
}

function tableOperation({ tables }: AwsStub, operation: string, name: string): Answer {
  const table = tables.get(name);
  if (!table) return refusal('ResourceNotFoundException');
  const { items, protection } = table;
  switch (operation) {
    case 'Scan':
      return json({ Items: items });
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

function poolOperation({ pools }: AwsStub, operation: string, id: string): Answer {
  const pool = pools.get(id);
  if (!pool) return refusal('ResourceNotFoundException');
  const { protection: DeletionProtection, domain: Domain } = pool;
  switch (operation) {
    case 'DescribeUserPool':
      return json({ UserPool: { EstimatedNumberOfUsers: 2, DeletionProtection, Domain } });
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

function identity({ identities }: AwsStub, name: string): Answer {
  const status = identities[name];
  if (!status) return { ...refusal('NotFoundException'), status: 404 };
  return json({ VerifiedForSendingStatus: status === 'verified', VerificationStatus: 'PENDING' });
}

const json = (value: object): Answer => ({
  status: 200,
  type: 'application/x-amz-json-1.1',
  text: JSON.stringify(value),
});

const refusal = (type: string): Answer => ({
  status: 400,
  type: 'application/x-amz-json-1.1',
  text: JSON.stringify({ __type: type, message: `${type} of the stub` }),
});

const xml = (operation: string, content: string): Answer => ({
  status: 200,
  type: 'text/xml',
  text: `<${operation}Response><${operation}Result>${content}</${operation}Result></${operation}Response>`,
});

const xmlError = (status: number, code: string, message: string): Answer => ({
  status,
  type: 'text/xml',
  text: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function textOf(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  return body;
}
