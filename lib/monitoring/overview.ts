import { Duration, Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  PeriodOverride,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { coldStartsOf, countOf, sesMetric, throttles, timeOf, type Watched } from './measures.ts';

/** The outcomes of each endpoint's requests, as in the log line. */
const outcomes = {
  render: ['ok', 'refused', 'fault'],
  execute: [
    'sent',
    'callback',
    'repeated',
    'validation_failed',
    'send_failed',
    'send_unknown',
    'flow_error',
    'refused',
    'fault',
  ],
  verify: ['ok', 'refused', 'fault'],
} as const;

const endpoints = ['render', 'execute', 'verify', 'authorizer'];

/** The CloudWatch dashboard: callers' answers at the top, the functions, tables and logs below. */
export function addDashboard(scope: Construct, watched: Watched, alarms: readonly Alarm[]): void {
  const stack = Stack.of(scope);
  new Dashboard(scope, 'Overview', {
    // The name is unique across all regions of the AWS account.
    dashboardName: `${stack.stackName}-${stack.region}`,
    defaultInterval: Duration.hours(3),
    periodOverride: PeriodOverride.AUTO,
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 3 })],
      requests(stack),
      answers(watched),
      times(stack),
      sending(stack),
      later(stack, watched),
      underneath(watched),
      logs(watched),
    ],
  });
}

function requests(stack: Stack): IWidget[] {
  return Object.entries(outcomes).map(([endpoint, ends]) =>
    graph(
      `${endpoint}: outcomes of requests`,
      ends.map((outcome) => countOf(stack, endpoint, outcome)),
    ),
  );
}

/** The answers as callers see them, including the gateway's own, such as every 429. */
function answers({ api, manageApi }: Watched): IWidget[] {
  const latency = ['p50', 'p95', 'p99'].map((statistic) =>
    api.metricLatency({ statistic, label: statistic }),
  );
  const counts = [
    api.metricCount({ statistic: 'Sum', label: 'requests' }),
    api.metricClientError({ statistic: 'Sum', label: '4xx, including 429' }),
    api.metricServerError({ statistic: 'Sum', label: '5xx' }),
  ];
  const dashboard = manageApi
    ? [manageApi.deploymentStage.metricServerError({ statistic: 'Sum', label: 'dashboard 5xx' })]
    : [];
  return [
    graph('API: requests and errors', [...counts, ...dashboard], 12),
    graph('API: response time, ms', latency, 12),
  ];
}

function times(stack: Stack): IWidget[] {
  const main = { render: 'ok', execute: 'sent', verify: 'ok' };
  return [
    ...Object.entries(main).map(([endpoint, outcome]) =>
      graph(
        `${endpoint}, ${outcome}: ms in the function`,
        ['p50', 'p95', 'p99'].map((statistic) =>
          timeOf(stack, endpoint, outcome, statistic).with({ label: statistic }),
        ),
        6,
      ),
    ),
    graph(
      'Cold starts',
      endpoints.map((endpoint) => coldStartsOf(stack, endpoint)),
      6,
    ),
  ];
}

/** Whether the scheduled messages and the events of webhooks went out. */
function later(stack: Stack, { dueQueue, webhooksQueue }: Watched): IWidget[] {
  if (!dueQueue || !webhooksQueue) return [];
  return [
    graph(
      'Scheduled messages at their time',
      ['sent', 'failed', 'unknown'].map((outcome) => countOf(stack, 'due', outcome)),
    ),
    waiting('Wake-ups of scheduled messages in the queue', dueQueue),
    waiting('Events of webhooks in the queue', webhooksQueue),
  ];
}

function waiting(title: string, queue: Queue): GraphWidget {
  const options = { statistic: 'Maximum' };
  return graph(title, [
    queue.metricApproximateNumberOfMessagesVisible({ ...options, label: 'ready' }),
    queue.metricApproximateNumberOfMessagesDelayed({ ...options, label: 'for later' }),
    queue.metricApproximateAgeOfOldestMessage({ ...options, label: 'age of the oldest, s' }),
  ]);
}

function sending(stack: Stack): IWidget[] {
  const count = (endpoint: string, outcome: string) => countOf(stack, endpoint, outcome);
  const hour = Duration.hours(1);
  return [
    graph('Sends', [
      count('execute', 'sent'),
      count('execute', 'send_failed'),
      count('execute', 'send_unknown'),
    ]),
    graph(
      'SES: mails of the whole AWS account',
      ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject'].map((name) =>
        sesMetric(name, 'Sum', hour),
      ),
    ),
    graph('Reputation: SES warns at 0.05 and 0.001', [
      sesMetric('Reputation.BounceRate', 'Maximum', hour),
      sesMetric('Reputation.ComplaintRate', 'Maximum', hour),
    ]),
  ];
}

function underneath({ functions, tables, deadLetters }: Watched): IWidget[] {
  const all = Object.entries(functions);
  const { Events: events } = functions;
  return [
    graph('Functions: failures and throttles', [
      ...all.map(([id, fn]) => fn.metricErrors({ label: `${id} failed` })),
      ...all.map(([id, fn]) => fn.metricThrottles({ label: `${id} throttled` })),
    ]),
    graph('Tables: throttled', throttles(tables)),
    graph('Reports of SES', [
      events.metricInvocations({ label: 'received' }),
      events.metricErrors({ label: 'failed' }),
      deadLetters.metricApproximateNumberOfMessagesVisible({ label: 'dead letters' }),
    ]),
  ];
}

/** CloudWatch runs these queries only while the dashboard is open, for $0.005 a GB. */
function logs({ functions }: Watched): IWidget[] {
  const logGroupNames = Object.values(functions).map((fn) => fn.logGroup.logGroupName);
  return [
    new LogQueryWidget({
      title: 'Slowest requests',
      logGroupNames,
      queryLines: [
        'filter ispresent(ms)',
        'sort ms desc',
        'limit 20',
        'display @timestamp, ms, cold, endpoint, outcome, accountId, templateId, requestId',
      ],
      width: 12,
      height: 8,
    }),
    new LogQueryWidget({
      title: 'Faults',
      logGroupNames,
      queryLines: [
        'filter level = "error" or level = "ERROR"',
        'sort @timestamp desc',
        'limit 20',
        'display @timestamp, endpoint, outcome, requestId, causes.0, @message',
      ],
      width: 12,
      height: 8,
    }),
  ];
}

function graph(title: string, left: IMetric[], width = 8): GraphWidget {
  return new GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 } });
}
