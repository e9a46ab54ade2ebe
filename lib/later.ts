import { Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type CfnScheduleGroup, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { env } from '../shared/env.ts';

export interface LaterProps {
  /** The function that sends a scheduled message. */
  due: LambdaFunction;
  /** Where a wake-up goes that failed at every try. */
  deadLetters: Queue;
}

/**
 * Wakes the function `Due` up for scheduled messages: a queue for times at most 15 minutes ahead, and a group of
 * schedules for later ones, which send to the queue at their time.
 */
export class Later extends Construct {
  readonly due: LambdaFunction;
  readonly dueQueue: Queue;
  private readonly group: ScheduleGroup;
  private readonly role: Role;
  private readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { due, deadLetters }: LaterProps) {
    super(scope, id);
    this.due = due;
    this.deadLetters = deadLetters;
    this.dueQueue = new Queue(this, 'Due', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Six times the function's own time, as AWS recommends; the lease of a send is over by then.
      visibilityTimeout: Duration.seconds(90),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
      retentionPeriod: Duration.days(14),
    });
    this.group = new ScheduleGroup(this, 'Schedules', {
      scheduleGroupName: Names.uniqueResourceName(this, { maxLength: 64, separator: '-' }),
      // Its schedules name a queue and a role that are deleted with the stack.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = this.schedulerRole();
    this.consume(due);
  }

  /** Allows a function to ask for wake-ups of `Due`, at any time. */
  grantAsk(fn: LambdaFunction): void {
    this.allowNow(fn);
    this.allowSchedules(fn, 'CreateSchedule');
    const conditions = { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
    const resources = [this.role.roleArn];
    fn.addToRolePolicy(new PolicyStatement({ actions: ['iam:PassRole'], resources, conditions }));
    this.name(fn);
  }

  /** Allows a function to wake `Due` up now, and to remove schedules. */
  grantSendNow(fn: LambdaFunction): void {
    this.allowNow(fn);
    this.grantForget(fn);
  }

  /** Allows a function to remove schedules. */
  grantForget(fn: LambdaFunction): void {
    this.allowSchedules(fn, 'DeleteSchedule');
    this.name(fn);
  }

  private allowNow(fn: LambdaFunction): void {
    const resources = [this.dueQueue.queueArn];
    fn.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources }));
  }

  private allowSchedules(fn: LambdaFunction, operation: string): void {
    const resourceName = `${this.groupName}/*`;
    const schedules = { service: 'scheduler', resource: 'schedule', resourceName };
    const resources = [Stack.of(this).formatArn(schedules)];
    fn.addToRolePolicy(new PolicyStatement({ actions: [`scheduler:${operation}`], resources }));
  }

  /** Tells a function the names of the queue, the schedules and the role. */
  private name(fn: LambdaFunction): void {
    fn.addEnvironment(env.dueQueue, this.dueQueue.queueArn);
    fn.addEnvironment(env.scheduleGroup, this.groupName);
    fn.addEnvironment(env.scheduleRole, this.role.roleArn);
    fn.addEnvironment(env.deadLetterQueue, this.deadLetters.queueArn);
  }

  private get groupName(): string {
    return (this.group.node.defaultChild as CfnScheduleGroup).ref;
  }

  /** The role with which Scheduler sends to the queues, for schedules of this group alone. */
  private schedulerRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.group.scheduleGroupArn,
          },
        },
      }),
    });
    const resources = [this.dueQueue.queueArn, this.deadLetters.queueArn];
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources }));
    return role;
  }

  /**
   * Gives the queue's messages to the function, one at a time. It grants the three permissions that Lambda needs; CDK's
   * own event source grants two more.
   */
  private consume(due: LambdaFunction): void {
    due.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        resources: [this.dueQueue.queueArn],
      }),
    );
    new EventSourceMapping(this, 'Source', {
      target: due,
      eventSourceArn: this.dueQueue.queueArn,
      batchSize: 1,
      // Two mails at a time are about 15 a second, and leave the AWS account's other executions to execute.
      maxConcurrency: 2,
    });
  }
}
