import { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';

/**
 * Sends a notification when an alarm begins and when it ends. Without `alarmEmails` and `alarmTopicArn` only
 * CloudWatch shows the alarms.
 */
export function notify(
  scope: Construct,
  alarms: readonly Alarm[],
  { alarmEmails, alarmTopicArn }: Pick<Settings, 'alarmEmails' | 'alarmTopicArn'>,
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

/**
 * The topic is not encrypted: CloudWatch may not use the key that AWS manages for SNS, and an alarm's text is no
 * secret.
 */
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
