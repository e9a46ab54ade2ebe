import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { env } from '../../shared/env.ts';

/** What of the stack is watched. */
export interface Watched {
  api: RestApi;
  /** The dashboard's interface, where there is one. */
  manageApi: RestApi | undefined;
  /** By their ids: `Authorizer`, `Execute`, `Events` … */
  functions: Readonly<Record<string, LambdaFunction>>;
  tables: { keys: TableV2; templates: TableV2; messages: TableV2 };
  deadLetters: Queue;
}

/** What everything is counted over. */
export const fiveMinutes = Duration.minutes(5);

/** Makes a function measure into the stack's own namespace, and says which that is. */
export function measureInto(fn: LambdaFunction): void {
  fn.addEnvironment(env.metricsNamespace, namespaceOf(Stack.of(fn)));
}

function namespaceOf(stack: Stack): string {
  return stack.stackName;
}

/** The time that requests took which ended in one way, out of their log lines (shared/http/metrics.ts). */
export function timeOf(stack: Stack, endpoint: string, outcome: string, statistic: string): Metric {
  return new Metric({
    namespace: namespaceOf(stack),
    metricName: 'ms',
    dimensionsMap: { endpoint, outcome },
    statistic,
    period: fiveMinutes,
    label: outcome,
  });
}

/** How many requests ended in one way: each is one sample of its time. */
export function countOf(stack: Stack, endpoint: string, outcome: string): Metric {
  return timeOf(stack, endpoint, outcome, 'SampleCount');
}

export function coldStartsOf(stack: Stack, endpoint: string): Metric {
  return new Metric({
    namespace: namespaceOf(stack),
    metricName: 'coldStarts',
    dimensionsMap: { endpoint },
    statistic: 'Sum',
    period: fiveMinutes,
    label: endpoint,
  });
}

/**
 * What SES says of the whole AWS account, since that is what it pauses.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-cloudwatch-alarm.html
 */
export function sesMetric(metricName: string, statistic: string, period: Duration): Metric {
  return new Metric({ namespace: 'AWS/SES', metricName, statistic, period, label: metricName });
}

/** Reads or writes that DynamoDB refused for a moment; a table's indexes count on their own. */
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
