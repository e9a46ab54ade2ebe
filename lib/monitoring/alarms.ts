import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';
import {
  countOf,
  pausedOf,
  sesMetric,
  shareOf,
  sumOf,
  throttles,
  type Watched,
} from './measures.ts';

/** An alarm: a condition that a person must act on. */
export interface AlarmDefinition {
  id: string;
  /** Its heading in `docs/operations/alarms.md`, which the alarm's text links to. */
  section: string;
  says: string;
  /** Of the last five minutes, CDK's default, unless it names another period. */
  metric: IMetric;
  /** The alarm is raised at this value and above. */
  threshold: number;
  /** The alarm is raised if `bad` of the last `of` periods reach the threshold. Default: 1 of 1. */
  periods?: { bad: number; of: number };
}

/** Every alarm of a deployment. They are few, because each wakes a person. */
export function alarmsOf(
  scope: Construct,
  watched: Watched,
  { dailyQuota, tenants }: Pick<Settings, 'dailyQuota' | 'tenants'>,
): AlarmDefinition[] {
  return [
    ...apiAlarms(Stack.of(scope), watched),
    ...functionAlarms(watched.functions),
    ...sendAlarms(Stack.of(scope)),
    ...scheduledAlarms(Stack.of(scope), watched),
    ...reputationAlarms(dailyQuota),
    ...dataAlarms(watched),
    ...webhookAlarms(Stack.of(scope), watched),
    ...(tenants ? [pausedAlarm(Stack.of(scope))] : []),
  ];
}

function apiAlarms(stack: Stack, { api, doorsApi, manageApi }: Watched): AlarmDefinition[] {
  // At the doors the parts of other APIs that postrider does not have get a 501, also without a key.
  const count = doorsApi ? '(all5xx - FILL(absent, 0))' : 'all5xx';
  const faults = new MathExpression({
    label: '5xx, % of requests',
    // Fewer than 5 faults raise no alarm: one fault in a few requests is a large share, but not worth an alarm.
    expression: `IF(${count} >= 5, 100 * ${count} / requests, 0)`,
    usingMetrics: {
      // By the API's name, which the doors' API has as well.
      all5xx: api.metricServerError(),
      ...(doorsApi && { absent: countOf(stack, 'not-found', 'absent') }),
      requests: api.metricCount({ statistic: 'Sum' }),
    },
  });
  return [
    {
      id: 'ApiFaults',
      section: 'API faults',
      says: 'The API answers at least 1 % of the requests with a 5xx.',
      metric: faults,
      threshold: 1,
      periods: { bad: 2, of: 3 },
    },
    ...(manageApi
      ? [
          {
            id: 'DashboardFaults',
            section: 'Dashboard faults',
            says: 'The dashboard’s API answers requests with a 5xx.',
            metric: manageApi.deploymentStage.metricServerError(),
            threshold: 5,
          },
        ]
      : []),
  ];
}

function functionAlarms(functions: Watched['functions']): AlarmDefinition[] {
  // A wake-up or an event that fails at every try raises the alarm of the dead letters.
  const { Authorizer, Events: events, Due, Webhooks, Replies, ...others } = functions;
  const { Render, Execute, Verify, Message, Cancel, Batch } = functions;
  return [
    {
      id: 'AuthorizerFaults',
      section: 'Authorizer faults',
      says: 'The authorizer cannot check API keys, so the API answers 500.',
      metric: Authorizer.metricErrors(),
      threshold: 5,
    },
    {
      id: 'FunctionFailures',
      section: 'Function failures',
      says: 'A function crashed, or ran out of time or memory.',
      metric: sumOf(
        'failures',
        Object.values(others).map((fn) => fn.metricErrors()),
      ),
      threshold: 3,
    },
    ...(Replies
      ? [
          {
            id: 'RepliesFailing',
            section: 'Replies failing',
            says: 'The function that records replies fails. A mail that fails three times is a dead letter.',
            metric: Replies.metricErrors(),
            threshold: 3,
          },
        ]
      : []),
    {
      id: 'FunctionsThrottled',
      section: 'Functions throttled',
      says: 'Lambda refuses more concurrent executions, so the API answers 500.',
      metric: sumOf(
        'throttled',
        [Authorizer, Render, Execute, Verify, Message, Cancel, Batch].map((fn) =>
          fn.metricThrottles(),
        ),
      ),
      threshold: 1,
    },
    {
      id: 'QueuesThrottled',
      section: 'Queues throttled',
      says: 'Lambda has refused executions for 15 minutes, so SES’s reports, scheduled messages or events of webhooks are late.',
      metric: sumOf(
        'throttled',
        [events, Due, Webhooks].flatMap((fn) => fn?.metricThrottles() ?? []),
      ),
      threshold: 1,
      // The queues deliver refused messages again.
      periods: { bad: 3, of: 3 },
    },
  ];
}

function sendAlarms(stack: Stack): AlarmDefinition[] {
  const count = (outcome: string) => countOf(stack, 'execute', outcome);
  return [
    {
      id: 'SendsFailed',
      section: 'Sends failed',
      says: 'SES refuses at least 10 % of the mails.',
      metric: shareOf('refused by SES, % of sends', count('send_failed'), count('sent')),
      threshold: 10,
      periods: { bad: 2, of: 3 },
    },
    {
      id: 'SendsUnknown',
      section: 'Sends unknown',
      says: 'SES’s answer to a mail was lost: the mail may or may not have been sent.',
      metric: count('send_unknown'),
      threshold: 1,
    },
  ];
}

function scheduledAlarms(stack: Stack, { dueQueue }: Watched): AlarmDefinition[] {
  if (!dueQueue) return [];
  const count = (outcome: string) => countOf(stack, 'due', outcome);
  return [
    {
      id: 'ScheduledFailed',
      section: 'Scheduled messages failed',
      says: 'At least 10 % of the scheduled messages were not sent at their time, or may or may not have been sent.',
      metric: shareOf(
        'failed and unknown, % of scheduled sends',
        sumOf('failed and unknown', [count('failed'), count('unknown')]),
        count('sent'),
      ),
      threshold: 10,
    },
    {
      id: 'ScheduledLate',
      section: 'Scheduled messages late',
      says: 'A wake-up of a scheduled message has waited in its queue for 30 minutes.',
      metric: dueQueue.metricApproximateAgeOfOldestMessage(),
      threshold: lateSeconds,
    },
    {
      id: 'ScheduledOverdue',
      section: 'Scheduled messages overdue',
      says: 'Scheduled messages had lost their wake-ups. The service has woken them up, except those that may have been sent.',
      metric: count('overdue'),
      threshold: 1,
    },
  ];
}

/** A wake-up or an event may stay in its queue for 15 minutes until it is due. */
const lateSeconds = 30 * 60;

/** SES warns at 5 % bounces or 0.1 % complaints, and may stop an account from sending at 10 % or 0.5 %. */
function reputationAlarms(dailyQuota: number | undefined): AlarmDefinition[] {
  const hour = Duration.hours(1);
  const alarms: AlarmDefinition[] = [
    {
      id: 'BounceRate',
      section: 'Bounce rate',
      says: 'At least 5 % of the AWS account’s mails bounce. At 10 % SES may stop the account from sending.',
      metric: sesMetric('Reputation.BounceRate', 'Maximum', hour),
      threshold: 0.05,
    },
    {
      id: 'ComplaintRate',
      section: 'Complaint rate',
      says: 'Recipients complain about at least 0.1 % of the AWS account’s mails. At 0.5 % SES may stop the account from sending.',
      metric: sesMetric('Reputation.ComplaintRate', 'Maximum', hour),
      threshold: 0.001,
    },
  ];
  if (dailyQuota === undefined) return alarms;
  return [
    ...alarms,
    {
      id: 'DailyQuota',
      section: 'Daily quota',
      says: `The AWS account has sent at least 80 % of the ${dailyQuota} mails that SES allows in 24 hours.`,
      metric: sesMetric('Send', 'Sum', Duration.days(1)),
      threshold: Math.ceil(dailyQuota * 0.8),
    },
  ];
}

function dataAlarms({ tables, deadLetters }: Watched): AlarmDefinition[] {
  return [
    {
      id: 'DeadLetters',
      section: 'Dead letters',
      says: 'The service failed to record a report of SES, to send a scheduled message, or to process an event of a webhook.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    },
    {
      id: 'TablesThrottled',
      section: 'Tables throttled',
      says: 'DynamoDB refuses reads or writes.',
      metric: sumOf('throttled', throttles(tables)),
      // The AWS SDK repeats throttled calls, so callers do not notice a few of them.
      threshold: 10,
    },
  ];
}

function pausedAlarm(stack: Stack): AlarmDefinition {
  return {
    id: 'AccountsPaused',
    section: 'Accounts paused',
    says: 'Sending is paused for an account, by SES or by an operator: its mails are refused.',
    metric: pausedOf(stack),
    threshold: 1,
  };
}

function webhookAlarms(stack: Stack, { webhooksQueue }: Watched): AlarmDefinition[] {
  if (!webhooksQueue) return [];
  return [
    {
      id: 'WebhooksLate',
      section: 'Webhooks late',
      says: 'An event of a webhook has waited in its queue for 30 minutes.',
      metric: webhooksQueue.metricApproximateAgeOfOldestMessage(),
      threshold: lateSeconds,
    },
    {
      id: 'WebhooksFailing',
      section: 'Webhooks failing',
      says: 'A webhook has not accepted an event for an hour or longer.',
      // The tries are hours apart by then.
      metric: countOf(stack, 'webhooks', 'failing').with({ period: Duration.hours(6) }),
      threshold: 1,
    },
  ];
}
