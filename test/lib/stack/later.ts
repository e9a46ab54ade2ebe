import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { permissionsOf, resources, synthesised } from '../synthesised.ts';

const template = synthesised({ senders: ['hello@example.com'] });
const without = synthesised({ senders: ['hello@example.com'], later: false });

/** The properties of the one resource of a type whose logical id begins so. */
function only(of: Template, type: string, id = ''): Record<string, unknown> {
  const all = Object.entries(resources(of, type)).filter(([name]) => name.startsWith(id));
  expect(all).toHaveLength(1);
  return all[0]?.[1].Properties ?? {};
}

const arnOf = (id: string) => ({ 'Fn::GetAtt': [expect.stringMatching(`^${id}`), 'Arn'] });

describe('scheduled sends', () => {
  test('the queue gives a wake-up five times, 90 s apart, and then to the dead-letter queue', () => {
    expect(only(template, 'AWS::SQS::Queue', 'LaterDue')).toMatchObject({
      SqsManagedSseEnabled: true,
      VisibilityTimeout: 90,
      RedrivePolicy: { deadLetterTargetArn: arnOf('ReportsDeadLetters'), maxReceiveCount: 5 },
    });
  });

  test('the queue gives each message alone to the function, two at a time', () => {
    expect(only(template, 'AWS::Lambda::EventSourceMapping')).toMatchObject({
      BatchSize: 1,
      EventSourceArn: arnOf('LaterDue'),
      FunctionName: { Ref: expect.stringMatching(/^Due/) },
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  test('the function that sends scheduled messages may do what execute may, and read its queue', () => {
    expect(permissionsOf(template, 'Due')).toEqual({
      ...permissionsOf(template, 'Execute'),
      'logs:CreateLogStream': ['DueLogs'],
      'logs:PutLogEvents': ['DueLogs'],
      'sqs:ReceiveMessage': ['LaterDue'],
      'sqs:DeleteMessage': ['LaterDue'],
      'sqs:GetQueueAttributes': ['LaterDue'],
    });
  });

  test('only EventBridge Scheduler may take the role, for schedules of this deployment, to send to the two queues', () => {
    const { AssumeRolePolicyDocument } = only(template, 'AWS::IAM::Role', 'LaterRole');

    expect(AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': arnOf('LaterSchedules'),
            },
          },
        },
      ],
    });
    expect(permissionsOf(template, 'Later')).toEqual({
      'sqs:SendMessage': ['LaterDue', 'ReportsDeadLetters'],
    });
  });

  test('the setting later takes the function, its queue and the schedules away', () => {
    const left = Object.keys(without.toJSON().Resources as object);

    expect(left.filter((id) => /^(Later|Due)/.test(id))).toEqual([]);
    expect(permissionsOf(without, 'Execute')).not.toHaveProperty('sqs:SendMessage');
    expect(JSON.stringify(without.toJSON())).not.toContain('DUE_QUEUE');
  });
});
