import { devNull } from 'node:os';
import * as env from '../../shared/env.ts';
import { patience } from '../../shared/patience.ts';
import type { LambdaFunction } from '../template/functions.ts';
import { credentials, region } from '../template/names.ts';

export interface Endpoints {
  dynamodb: string;
  ses: string;
  /** `host:port` */
  dns: string;
  apiGateway: string;
  /** CloudWatch Logs. Default: AWS's own. */
  logs?: string;
  /** This and `scheduler` are set only if the stack has a queue with a function. */
  sqs?: string;
  scheduler?: string;
  /** Set only if the settings name `attachmentBuckets`. */
  s3?: string;
  /** Of the public API, with the stage. */
  base: string;
}

export interface LocalValues {
  endpoints: Endpoints;
  /** The addresses and domains that flows may send from; `*` is any. */
  senders: readonly string[];
  /** How far the clock for scheduled messages is ahead of the real time. Default: 0. */
  fastForward?: number | undefined;
}

/**
 * All environment variables of a function: Lambda's and the template's, with local servers, senders and webhooks. It
 * gets none of this machine's variables.
 */
export function variablesFor(
  fn: LambdaFunction,
  { endpoints, senders, fastForward = 0 }: LocalValues,
): Record<string, string> {
  const local: Record<string, string> = {
    [env.dynamodbEndpoint]: endpoints.dynamodb,
    [env.sesEndpoint]: endpoints.ses,
    [env.dnsServers]: endpoints.dns,
    [env.apiGatewayEndpoint]: endpoints.apiGateway,
    [env.logsEndpoint]: endpoints.logs ?? '',
    [env.sqsEndpoint]: endpoints.sqs ?? '',
    [env.schedulerEndpoint]: endpoints.scheduler ?? '',
    [env.s3Endpoint]: endpoints.s3 ?? '',
    [env.fastForwardMs]: String(fastForward || ''),
    [env.baseUrl]: endpoints.base,
    [env.webhooksTo]: 'loopback',
    [env.senders]: senders.join(','),
  };
  const declared = Object.entries(fn.variables).map(([name, value]) => [
    name,
    local[name] ?? value,
  ]);
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    // The functions must not read the user's AWS profiles.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    LAMBDA_TASK_ROOT: fn.folder,
    _HANDLER: fn.handler,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    POSTRIDER_PATIENCE: String(patience),
    ...Object.fromEntries(declared),
  };
}
