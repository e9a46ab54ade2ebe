import { type Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { env } from '../shared/env.ts';
import { functionCode } from './function-code.ts';

export interface ServiceFunctionProps extends Partial<FunctionProps> {
  logRetention: RetentionDays;
  timeout: Duration;
}

/**
 * One Lambda function with this project's defaults, over which the caller's props are merged. Its role may write
 * only to its own log group until a table or SES grants more.
 *
 * The function is a direct child of the stack, because sam local knows deeper ones only by their logical ids.
 */
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
    // Lambda itself logs only warnings and errors: its START, END and REPORT lines of each
    // invocation would be more bytes than the function's own line (docs/decisions/0018-costs.md).
    // Lambda offers this setting only for the JSON format.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.WARN,
    environment: { ...environment },
    ...props,
  });
}

/**
 * Variables that only a local run sets, such as the SDK's endpoints. The template declares them with an empty value,
 * which means AWS and the real time: the local run and `sam local --env-vars` can only set declared variables.
 */
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
