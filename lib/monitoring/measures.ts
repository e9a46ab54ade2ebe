import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type CfnStage, LogGroupLogDestination, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import * as env from '../../shared/env.ts';
import type { StackFunctions } from '../service-functions.ts';

/** The parts of the stack that metrics and alarms watch. */
export interface Watched {
  api: RestApi;
  /** The doors' API; undefined if the stack has none. */
  doorsApi: RestApi | undefined;
  /** The dashboard's API; undefined if the stack has no dashboard. */
  manageApi: RestApi | undefined;
  functions: StackFunctions;
  tables: { keys: TableV2; templates: TableV2; messages: TableV2 };
  deadLetters: Queue;
  /** The queue of scheduled messages; undefined if the stack schedules none. */
  dueQueue: Queue | undefined;
  /** The queue of events for webhooks; undefined if the stack sends none. */
  webhooksQueue: Queue | undefined;
}

/** Makes a function write its metrics into the stack's namespace. */
export function measureInto(fn: LambdaFunction): void {
  fn.addEnvironment(env.metricsNamespace, Stack.of(fn).stackName);
}

/** The time that requests with this outcome took, from their log lines (shared/http/log-line.ts). */
export function timeOf(stack: Stack, endpoint: string, outcome: string, statistic: string): Metric {
  return new Metric({
    namespace: stack.stackName,
    metricName: 'ms',
    dimensionsMap: { endpoint, outcome },
    statistic,
    label: outcome,
  });
}

/** How many requests had this outcome: each request is one sample of the metric `ms`. */
export function countOf(stack: Stack, endpoint: string, outcome: string): Metric {
  return timeOf(stack, endpoint, outcome, 'SampleCount');
}

export function coldStartsOf(stack: Stack, endpoint: string): Metric {
  return new Metric({
    namespace: stack.stackName,
    metricName: 'coldStarts',
    dimensionsMap: { endpoint },
    statistic: 'Sum',
    label: endpoint,
  });
}

/** How many accounts are paused, by the hourly look. */
export function pausedOf(stack: Stack): Metric {
  return new Metric({
    namespace: stack.stackName,
    metricName: 'accountsPaused',
    dimensionsMap: { endpoint: 'events' },
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
}

/**
 * A metric of SES for the whole AWS account, because SES pauses whole accounts.
 * https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-cloudwatch-alarm.html
 */
export function sesMetric(metricName: string, statistic: string, period: Duration): Metric {
  return new Metric({ namespace: 'AWS/SES', metricName, statistic, period, label: metricName });
}

/** Reads or writes of a table that DynamoDB throttled, without its indexes. */
function throttledOf(table: TableV2, what: 'Read' | 'Write', label: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: `${what}ThrottleEvents`,
    dimensionsMap: { TableName: table.tableName },
    statistic: 'Sum',
    label,
  });
}

/** The metrics of throttled reads and writes that a request waits for. */
export function throttles({ keys, templates, messages }: Watched['tables']): Metric[] {
  return [
    throttledOf(keys, 'Read', 'reading keys'),
    throttledOf(templates, 'Read', 'reading templates'),
    throttledOf(messages, 'Read', 'reading messages'),
    throttledOf(messages, 'Write', 'writing messages'),
  ];
}

/** The sum of metrics. A metric without data counts as 0. */
export function sumOf(label: string, metrics: readonly Metric[]): MathExpression {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ label, expression, usingMetrics });
}

/** The share of mails that were not sent, in percent; 0 for fewer than 5. */
export function shareOf(label: string, bad: IMetric, sent: IMetric): MathExpression {
  const expression = 'IF(bad >= 5, 100 * bad / (bad + FILL(sent, 0)), 0)';
  return new MathExpression({ label, expression, usingMetrics: { bad, sent } });
}

/** X-Ray traces requests through the gateway and the functions, but not a function's calls, for smaller bundles. */
export function trace(apis: readonly RestApi[], functions: readonly LambdaFunction[]): void {
  for (const { deploymentStage } of apis) {
    const stage = deploymentStage.node.defaultChild as CfnStage;
    stage.tracingEnabled = true;
  }
  for (const fn of functions) {
    const properties = fn.node.defaultChild as CfnFunction;
    properties.tracingConfig = { mode: 'Active' };
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
        // X-Ray has no resources that a policy could name for these two actions.
        resources: ['*'],
      }),
    );
  }
}

/**
 * `requestId` is the answer's `x-request-id`. The path is the route's, because a caller's may be anything.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
 */
const accessLogFields = {
  requestId: '$context.extendedRequestId',
  time: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  refusal: '$context.error.responseType',
  firewall: '$context.wafResponseCode',
};

/** Makes API Gateway write a line for each request, including requests that it refuses before any function. */
export function logAccess(api: RestApi, retention: RetentionDays): void {
  const { deploymentStage } = api;
  const group = new LogGroup(api, 'AccessLogs', {
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const { destinationArn } = new LogGroupLogDestination(group).bind(deploymentStage);
  const stage = deploymentStage.node.defaultChild as CfnStage;
  stage.accessLogSetting = { destinationArn, format: JSON.stringify(accessLogFields) };
}
