import { fileURLToPath } from 'node:url';
import { type Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import {
  NodejsFunction,
  type NodejsFunctionProps,
  OutputFormat,
} from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { env } from '../shared/env.ts';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

export interface ServiceFunctionProps extends Partial<NodejsFunctionProps> {
  /** The folder below `functions/`. */
  folder: string;
  logRetention: RetentionDays;
  timeout: Duration;
}

/**
 * One Lambda function with the defaults of the house; what a caller passes is merged over them.
 * Its role may write to its own log group and nothing else until a table or SES grants more.
 *
 * The function stands directly in the stack, because sam local knows deeper ones only by their
 * logical ids.
 */
export function serviceFunction(
  stack: Stack,
  id: string,
  { folder, logRetention, environment, bundling, ...props }: ServiceFunctionProps,
): NodejsFunction {
  const logGroup = new LogGroup(stack, `${id}Logs`, {
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Lambda's managed policy allows logging anywhere; a role of its own keeps it to this group.
  const role = new Role(stack, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logGroup.grantWrite(role);

  return new NodejsFunction(stack, id, {
    entry: `${projectRoot}functions/${folder}/handler.ts`,
    projectRoot,
    depsLockFilePath: `${projectRoot}package-lock.json`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    role,
    logGroup,
    environment: { ...environment },
    bundling: { ...smallBundle, ...bundling },
    ...props,
  });
}

/**
 * CommonJS loads in two thirds of an ES module's time, and the SDK's own credential providers
 * (SSO, STS, INI, login) are 40 % of its client and never used in a function
 * (docs/decisions.md, "Bundles").
 */
const smallBundle: NodejsFunctionProps['bundling'] = {
  format: OutputFormat.CJS,
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  bundleAwsSDK: true,
  // Imported when an operation streams events: none that is used here does.
  externalModules: ['@smithy/core/event-streams'],
  esbuildArgs: {
    '--alias:@aws-sdk/credential-provider-node': `${projectRoot}shared/adapters/lambda-credentials.ts`,
    '--alias:@aws-sdk/middleware-endpoint-discovery': `${projectRoot}shared/adapters/no-endpoint-discovery.ts`,
    '--log-level': 'warning',
  },
};

/**
 * Endpoints of the SDK, declared with an empty value (which means AWS), because the local run and
 * `sam local --env-vars` can only set what the template declares.
 */
export const endpointOverrides = {
  dynamodb: { [env.dynamodbEndpoint]: '' },
  ses: { [env.sesEndpoint]: '' },
  apiGateway: { [env.apiGatewayEndpoint]: '' },
  dns: { [env.dnsServers]: '' },
};
