import { type Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as env from '../shared/env.ts';
import { functionCode } from './function-code.ts';

export interface ServiceFunctionProps extends Partial<FunctionProps> {
  logRetention: RetentionDays;
  timeout: Duration;
}

/** A function whose role may only write its log. A child of the stack: sam local knows deeper ones by logical ids. */
export function serviceFunction(
  stack: Stack,
  id: string,
  { logRetention, environment, ...props }: ServiceFunctionProps,
): LambdaFunction {
  const logGroup = new LogGroup(stack, `${id}Logs`, {
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Lambda's managed policy allows logging anywhere; this role allows only this group.
  const role = new Role(stack, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logGroup.grantWrite(role);

  return new LambdaFunction(stack, id, {
    // `NotFound` is in functions/not-found.
    code: functionCode(id.replace(/\B[A-Z]/g, '-$&').toLowerCase()),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    role,
    logGroup,
    // Lambda's own lines of each invocation would be more bytes than the function's (docs/decisions/0018-costs.md).
    // Lambda offers this setting only for the JSON format.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.WARN,
    environment: { ...environment },
    ...props,
  });
}

/** Variables that a local run sets, such as endpoints. Empty means AWS. `--env-vars` can only set declared ones. */
export const endpointOverrides = {
  dynamodb: { [env.dynamodbEndpoint]: '' },
  ses: { [env.sesEndpoint]: '' },
  apiGateway: { [env.apiGatewayEndpoint]: '' },
  logs: { [env.logsEndpoint]: '' },
  dns: { [env.dnsServers]: '' },
  later: { [env.sqsEndpoint]: '', [env.schedulerEndpoint]: '', [env.fastForwardMs]: '' },
  webhooks: { [env.webhooksTo]: '' },
  s3: { [env.s3Endpoint]: '' },
};

/** Allows reading, not listing, the buckets of attachments (S3 answers 403 for a missing object), and names them. */
export function grantAttachments(fn: LambdaFunction, buckets: readonly string[]): void {
  if (buckets.length === 0) return;
  const everyObject = (bucket: string) =>
    Stack.of(fn).formatArn({
      ...{ service: 's3', region: '', account: '' },
      ...{ resource: bucket, resourceName: '*' },
    });
  fn.addToRolePolicy(
    new PolicyStatement({ actions: ['s3:GetObject'], resources: buckets.map(everyObject) }),
  );
  const variables = { [env.attachmentBuckets]: buckets.join(','), ...endpointOverrides.s3 };
  for (const [name, value] of Object.entries(variables)) fn.addEnvironment(name, value);
}

/** The same for whole objects: the function frees the memory of earlier ones (shared/adapters/s3/objects.ts). */
export function grantAttachmentContents(fn: LambdaFunction, buckets: readonly string[]): void {
  grantAttachments(fn, buckets);
  if (buckets.length > 0) fn.addEnvironment('NODE_OPTIONS', '--expose-gc');
}

/** Lets a function count the lines of the logs of `counted` with queries of Logs Insights. */
export function grantCountLines(
  fn: LambdaFunction,
  counted: readonly LambdaFunction[],
  retentionDays: number,
): void {
  const groups = counted.map(({ logGroup }) => logGroup);
  const allow = (actions: string[], resources: string[]) =>
    fn.addToRolePolicy(new PolicyStatement({ actions, resources }));
  const arns = groups.map(({ logGroupArn }) => logGroupArn);
  allow(['logs:StartQuery'], arns);
  // The id of a query cannot be guessed. A policy cannot name a resource for these calls.
  allow(['logs:GetQueryResults', 'logs:StopQuery'], ['*']);
  const names = groups.map(({ logGroupName }) => logGroupName);
  fn.addEnvironment(env.logGroups, Fn.join(',', names));
  fn.addEnvironment(env.logRetentionDays, String(retentionDays));
}

/**
 * The most bytes of all variables of a function, as JSON.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxVariablesBytes = 4096;

/** Says which function would get too many variables; undefined: none. Names that AWS makes count at full length. */
export function variablesProblem(functions: readonly LambdaFunction[]): string | undefined {
  for (const fn of functions) {
    const { environment } = fn.node.defaultChild as CfnFunction;
    const stack = Stack.of(fn);
    const bytes = length(stack.resolve(environment), stack.stackName);
    if (bytes > maxVariablesBytes) {
      return `senders must be fewer: the variables of the function ${fn.node.id} could have ${bytes} bytes with them, and Lambda allows ${maxVariablesBytes}. A domain covers its addresses and subdomains; fewer attachmentBuckets, fewer signIn.roles and a shorter stackName help, too`;
    }
  }
  return undefined;
}

/** The greatest length of a value as JSON. */
function length(value: unknown, stackName: string): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null).length;
  const sum = (parts: readonly unknown[]) =>
    parts.reduce<number>((all, part) => all + length(part, stackName), 0);
  const entries = Object.entries(value);
  const [[name, given] = ['', undefined]] = entries;
  if (name === 'Fn::Join' && Array.isArray(given)) return sum([given[0], ...given[1]]);
  // CloudFormation makes a name of the stack's name, the logical id and 12 characters.
  const madeUp = (id: unknown) => stackName.length + String(id).length + 14;
  if (name === 'Ref') return madeUp(given);
  // An ARN. Names of queues and roles have at most 80 characters.
  if (name.startsWith('Fn::')) return 60 + Math.min(80, madeUp([given].flat()[0]));
  return entries.reduce((all, [key, one]) => all + key.length + 4 + length(one, stackName), 0);
}
