import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { env } from '../../shared/env.ts';
import type { StackFunctions } from '../service-functions.ts';

/** The parts of the stack that metrics and alarms watch. */
export interface Watched {
  api: RestApi;
  /** The dashboard's API; undefined if the stack has no dashboard. */
  manageApi: RestApi | undefined;
  /** The functions, by their ids. */
  functions: StackFunctions;
  tables: { keys: TableV2; templates: TableV2; messages: TableV2 };
  deadLetters: Queue;
  /** The queue of scheduled messages; undefined if the stack schedules none. */
  dueQueue: Queue | undefined;
  /** The queue of events for webhooks; undefined if the stack sends none. */
  webhooksQueue: Queue | undefined;
}

/** The period of the metrics. */
export const fiveMinutes = Duration.minutes(5);

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
    period: fiveMinutes,
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
    period: fiveMinutes,
    label: endpoint,
  });
}

/**
 * A metric of SES for the whole AWS account, because SES pauses whole accounts.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-cloudwatch-alarm.html
 */
export function sesMetric(metricName: string, statistic: string, period: Duration): Metric {
  return new Metric({ namespace: 'AWS/SES', metricName, statistic, period, label: metricName });
}

/** Reads or writes of a table that DynamoDB throttled, without its indexes. */
export function throttledOf(table: TableV2, what: 'Read' | 'Write', label: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: `${what}ThrottleEvents`,
    dimensionsMap: { TableName: table.tableName },
    statistic: 'Sum',
    period: fiveMinutes,
    label,
  });
}
