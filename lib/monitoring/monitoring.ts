import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';
import { type AlarmDefinition, alarmsOf } from './alarms.ts';
import type { Watched } from './measures.ts';
import { addDashboard } from './overview.ts';

export interface MonitoringProps {
  watched: Watched;
  settings: Pick<
    Settings,
    'alarmEmails' | 'alarmTopicArn' | 'dailyQuota' | 'runbookUrl' | 'tenants'
  >;
}

/** The alarms, their notifications and the CloudWatch dashboard. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { watched, settings }: MonitoringProps) {
    super(scope, id);
    const alarms = alarmsOf(this, watched, settings).map((definition) =>
      this.addAlarm(definition, settings.runbookUrl),
    );
    notify(this, alarms, settings);
    addDashboard(this, watched, alarms);
  }

  private addAlarm({ id, metric, ...definition }: AlarmDefinition, runbookUrl: string): Alarm {
    const { says, section, threshold, periods = { bad: 1, of: 1 } } = definition;
    return new Alarm(this, id, {
      alarmDescription: `${says} What to do: ${runbookUrl}#${anchorOf(section)}`,
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: periods.bad,
      evaluationPeriods: periods.of,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

/** The anchor of a heading, as GitHub and most other Markdown renderers create it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Notifies when an alarm begins and ends. Without `alarmEmails` and `alarmTopicArn` only CloudWatch shows it. */
function notify(
  scope: Construct,
  alarms: readonly Alarm[],
  { alarmEmails, alarmTopicArn }: MonitoringProps['settings'],
): void {
  const topics: ITopic[] = [];
  if (alarmEmails.length > 0) topics.push(mailingTopic(scope, alarmEmails));
  if (alarmTopicArn) topics.push(Topic.fromTopicArn(scope, 'GivenTopic', alarmTopicArn));
  for (const topic of topics) {
    for (const alarm of alarms) {
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
    }
  }
}

/** Not encrypted: CloudWatch may not use AWS's key for SNS, and an alarm's text is no secret. */
function mailingTopic(scope: Construct, emails: readonly string[]): Topic {
  const { partition, region, account } = Stack.of(scope);
  const topic = new Topic(scope, 'Topic', { enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        StringEquals: { 'aws:SourceAccount': account },
      },
    }),
  );
  for (const email of emails) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
