import { type APIGatewayClient, GetDomainNameCommand } from '@aws-sdk/client-api-gateway';
import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
} from '../../shared/adapters/tables/dynamodb-client.ts';
import { type ClientPlace, clientSettings, nullIf } from './client.ts';

/** The CDK's default bootstrap qualifier: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
const cdkQualifier = 'hnb659fds';

/** The version of the CDK's bootstrap stack in a region; null if there is none. Needs `ssm:GetParameter`. */
export async function bootstrapVersion(
  times: CallTimes,
  { qualifier = cdkQualifier, ...place }: ClientPlace & { qualifier?: string | undefined } = {},
): Promise<number | null> {
  const get = new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` });
  const client = new SSMClient(clientSettings(times, place));
  const found = await nullIf('ParameterNotFound', client.send(get));
  const version = Number(found?.Parameter?.Value);
  return Number.isInteger(version) ? version : null;
}

/** The place of the CDK's bootstrap, and its qualifier; undefined means the CDK's default. */
export interface BootstrapPlace {
  account: string;
  region: string;
  qualifier?: string | undefined;
}

/** The arguments of `cdk` that bootstrap it. An equal name would replace another qualifier's bootstrap stack. */
export function bootstrapWords({ account, region, qualifier }: BootstrapPlace): string[] {
  const own = ['--qualifier', `${qualifier}`, '--toolkit-stack-name', `CDKToolkit-${qualifier}`];
  return [
    'bootstrap',
    `aws://${account}/${region}`,
    ...((qualifier ?? cdkQualifier) === cdkQualifier ? [] : own),
  ];
}

export type LambdaAccount = Awaited<ReturnType<typeof lambdaAccount>>;

/** How many executions may run at once, and how many of them no function has reserved. Needs `lambda:GetAccountSettings`. */
export async function lambdaAccount(times: CallTimes, place: ClientPlace) {
  const client = new LambdaClient(clientSettings(times, place));
  const { AccountLimit: limit } = await client.send(new GetAccountSettingsCommand({}));
  const concurrency = limit?.ConcurrentExecutions ?? 0;
  return { concurrency, unreserved: limit?.UnreservedConcurrentExecutions ?? concurrency };
}

/** The environment variables of a deployed function. Needs `lambda:GetFunctionConfiguration`. */
export async function functionEnvironment(
  times: CallTimes,
  { name, ...place }: ClientPlace & { name: string },
): Promise<Record<string, string>> {
  const client = new LambdaClient(clientSettings(times, place));
  const found = await client.send(new GetFunctionConfigurationCommand({ FunctionName: name }));
  return found.Environment?.Variables ?? {};
}

/** About how many messages wait in a queue. Needs `sqs:GetQueueAttributes`. */
export async function queueLength(
  times: CallTimes,
  { url, ...place }: ClientPlace & { url: string },
): Promise<number> {
  // Without this the SDK calls the host in the queue's URL, even if AWS_ENDPOINT_URL is set.
  const settings = { ...clientSettings(times, place), useQueueUrlAsEndpoint: false };
  const AttributeNames = ['ApproximateNumberOfMessages' as const];
  const get = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames });
  const { Attributes } = await new SQSClient(settings).send(get);
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
}

export type ApiDomain = NonNullable<Awaited<ReturnType<typeof apiDomain>>>;

/** Null if API Gateway has no such domain name. Needs `apigateway:GET` on `/domainnames/*`. */
export async function apiDomain(client: APIGatewayClient, domainName: string) {
  const get = new GetDomainNameCommand({ domainName });
  const found = await nullIf('NotFoundException', client.send(get));
  return (
    found && {
      status: found.domainNameStatus ?? '',
      message: found.domainNameStatusMessage ?? '',
      target: found.regionalDomainName ?? '',
    }
  );
}

/** A table's status as DynamoDB names it; null if there is no such table. Needs `dynamodb:DescribeTable`. */
export async function tableStatus({ client, name }: Table): Promise<string | null> {
  const describe = new DescribeTableCommand({ TableName: name });
  const found = await nullIf('ResourceNotFoundException', client.send(describe));
  return found && (found.Table?.TableStatus ?? '');
}

/** Whether point-in-time recovery is on; null if there is no such table. Needs `dynamodb:DescribeContinuousBackups`. */
export async function hasPointInTimeRecovery({ client, name }: Table): Promise<boolean | null> {
  const describe = new DescribeContinuousBackupsCommand({ TableName: name });
  const found = await nullIf('TableNotFoundException', client.send(describe));
  const recovery = found?.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  return found && recovery?.PointInTimeRecoveryStatus === 'ENABLED';
}
