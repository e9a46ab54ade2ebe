import { Duration, type Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import * as env from '../shared/env.ts';
import {
  endpointOverrides,
  type ServiceFunctionProps,
  serviceFunction,
} from './service-function.ts';
import type { Settings } from './settings/settings.ts';

/** The functions of the API and the one that records SES's events, by their ids in the stack. */
export type ApiFunctions = Record<
  | 'Authorizer'
  | 'NotFound'
  | 'Render'
  | 'Execute'
  | 'Verify'
  | 'Message'
  | 'Cancel'
  | 'Batch'
  | 'Events',
  LambdaFunction
>;

/** The functions of the stack that metrics watch, with those that some settings leave out. */
export type StackFunctions = ApiFunctions &
  Partial<Record<'Due' | 'Webhooks' | 'Replies' | 'Manage' | 'Tokens', LambdaFunction>>;

/** Makes the functions. Each may only write its logs until the stack grants more. */
export function apiFunctions(stack: Stack, settings: Settings): ApiFunctions {
  const { dynamodb, ses, dns, later: ofLater } = endpointOverrides;
  const later = settings.later ? ofLater : {};
  const concurrency: Record<string, number | undefined> = settings.reservedConcurrency;
  const make = (id: keyof ApiFunctions, props: Omit<ServiceFunctionProps, 'logRetention'>) => {
    const most = concurrency[id.toLowerCase()];
    return serviceFunction(stack, id, {
      logRetention: settings.logRetentionDays,
      ...(most !== undefined && { reservedConcurrentExecutions: most }),
      ...props,
    });
  };
  return {
    Authorizer: make('Authorizer', { timeout: Duration.seconds(5), environment: dynamodb }),
    NotFound: make('NotFound', { timeout: Duration.seconds(3), memorySize: 128 }),
    Render: make('Render', { timeout: Duration.seconds(10), environment: dynamodb }),
    Execute: make('Execute', {
      memorySize: sendMemory(settings),
      // SES may take 10 s and the domain look-up 3 (docs/decisions/0014-one-deadline-per-request.md).
      timeout: Duration.seconds(15),
      environment: { ...dynamodb, ...ses, ...dns, ...later },
    }),
    Verify: make('Verify', {
      timeout: Duration.seconds(10),
      environment: {
        ...dns,
        [env.disposableIsInvalid]: String(settings.disposableIsInvalid),
        [env.roleIsInvalid]: String(settings.roleIsInvalid),
      },
    }),
    Message: make('Message', {
      memorySize: 256,
      timeout: Duration.seconds(5),
      environment: dynamodb,
    }),
    Cancel: make('Cancel', {
      memorySize: 256,
      timeout: Duration.seconds(5),
      environment: { ...dynamodb, ...later },
    }),
    Batch: make('Batch', {
      memorySize: 256,
      // As for execute, so that the same deadlines apply.
      timeout: Duration.seconds(15),
      environment: { ...dynamodb, ...dns, ...later },
    }),
    Events: make('Events', {
      // No caller waits for it.
      memorySize: 256,
      // With tenants it looks at every account once an hour: 5 a second, because that takes two calls of SES.
      timeout: settings.tenants ? Duration.minutes(15) : Duration.seconds(15),
      environment: { ...dynamodb, ...later, ...(settings.tenants && ses) },
    }),
  };
}

/**
 * The memory of a function that sends, in MB. It mostly waits for SES (docs/decisions/0018-costs.md). With 256 MB, a
 * seventh of a CPU, a mail with 20 MB from a bucket takes 6 s of it.
 */
function sendMemory({ attachmentBuckets }: Settings): number {
  return attachmentBuckets.length > 0 ? 512 : 256;
}

/** Makes the function that sends scheduled messages when they are due. */
export function dueFunction(stack: Stack, settings: Settings): LambdaFunction {
  const { dynamodb, ses, later } = endpointOverrides;
  return serviceFunction(stack, 'Due', {
    logRetention: settings.logRetentionDays,
    memorySize: sendMemory(settings),
    timeout: Duration.seconds(15),
    environment: { ...dynamodb, ...ses, ...later },
  });
}

export function webhooksFunction(stack: Stack, settings: Settings): LambdaFunction {
  const { dynamodb, later, webhooks } = endpointOverrides;
  return serviceFunction(stack, 'Webhooks', {
    logRetention: settings.logRetentionDays,
    // It mostly waits for the receiver, which may take 15 s to answer.
    memorySize: 256,
    timeout: Duration.seconds(20),
    environment: { ...dynamodb, ...later, ...webhooks },
  });
}

/** Makes the function that records the mails that SES receives. A mail of 10 MB takes ten times its size. */
export function repliesFunction(
  stack: Stack,
  { later, logRetentionDays }: Settings,
): LambdaFunction {
  const { dynamodb, later: ofLater, s3 } = endpointOverrides;
  return serviceFunction(stack, 'Replies', {
    ...{ logRetention: logRetentionDays, memorySize: 512, timeout: Duration.seconds(30) },
    environment: { ...dynamodb, ...s3, ...(later && ofLater) },
  });
}

/** Makes the function that does for the dashboard what the CLI does for an operator. */
export function manageFunction(stack: Stack, settings: Settings, baseUrl: string): LambdaFunction {
  const { dynamodb, ses, apiGateway, logs, dns, later, webhooks } = endpointOverrides;
  return serviceFunction(stack, 'Manage', {
    logRetention: settings.logRetentionDays,
    // A test mail takes as long as a mail of execute.
    timeout: Duration.seconds(15),
    environment: {
      ...{ ...dynamodb, ...ses, ...apiGateway, ...logs, ...dns },
      ...(settings.later && { ...later, ...webhooks }),
      [env.baseUrl]: baseUrl,
    },
  });
}

/** Makes the function that puts the groups of an identity provider into access tokens. A sign-in waits for it. */
export function tokensFunction(stack: Stack, { logRetentionDays }: Settings): LambdaFunction {
  return serviceFunction(stack, 'Tokens', {
    ...{ logRetention: logRetentionDays, memorySize: 128, timeout: Duration.seconds(5) },
  });
}
