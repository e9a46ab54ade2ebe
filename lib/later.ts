import { Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, type CfnScheduleGroup, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import * as env from '../shared/env.ts';

export interface LaterProps {
  due: LambdaFunction;
  webhooks: LambdaFunction;
  /** The queue for wake-ups that failed at every try. */
  deadLetters: Queue;
  /** How many executions of `due` run at once. */
  sendConcurrency: number;
  /** How many executions of `webhooks` run at once. */
  webhookConcurrency: number;
}

/** Wakes `Due` and `Webhooks`. Each has a queue for the next 15 minutes, to which schedules send later wake-ups. */
export class Later extends Construct {
  readonly due: LambdaFunction;
  readonly webhooks: LambdaFunction;
  readonly dueQueue: Queue;
  readonly webhooksQueue: Queue;
  private readonly group: ScheduleGroup;
  private readonly role: Role;
  private readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { due, webhooks, deadLetters, sendConcurrency, webhookConcurrency }: LaterProps,
  ) {
    super(scope, id);
    this.due = due;
    this.webhooks = webhooks;
    this.deadLetters = deadLetters;
    // The lease of a send has expired when the queue delivers the wake-up again.
    this.dueQueue = this.queue('Due', Duration.seconds(90));
    this.webhooksQueue = this.queue('Webhooks', Duration.seconds(120));
    this.group = new ScheduleGroup(this, 'Schedules', {
      scheduleGroupName: Names.uniqueResourceName(this, { maxLength: 64, separator: '-' }),
      // Its schedules name a queue and a role that are deleted with the stack.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = this.schedulerRole();
    this.sweepEachHour();
    this.consume('Source', this.dueQueue, due, sendConcurrency);
    // A receiver may take 15 s to answer: slow ones must not take the AWS account's executions from execute.
    this.consume('WebhooksSource', this.webhooksQueue, webhooks, webhookConcurrency);
    webhooks.addEnvironment(env.webhookConcurrency, String(webhookConcurrency));
  }

  /** Allows a function to ask for wake-ups of `Due`, at any time. */
  grantAsk(fn: LambdaFunction): void {
    this.allowNow(fn);
    this.grantSchedule(fn);
  }

  /** Allows a function to wake `Due` up now, and to remove schedules. */
  grantSendNow(fn: LambdaFunction): void {
    this.allowNow(fn);
    this.grantForget(fn);
  }

  /** Allows a function to remove schedules. */
  grantForget(fn: LambdaFunction): void {
    this.allowSchedules(fn, 'DeleteSchedule');
  }

  /** Allows a function to hand events to `Webhooks`. */
  grantAnnounce(fn: LambdaFunction): void {
    allow(fn, ['sqs:SendMessage'], [this.webhooksQueue.queueArn]);
    fn.addEnvironment(env.webhooksQueue, this.webhooksQueue.queueArn);
  }

  /** Allows a function to make schedules of this deployment. */
  grantSchedule(fn: LambdaFunction): void {
    this.allowSchedules(fn, 'CreateSchedule');
    allow(fn, ['iam:PassRole'], [this.role.roleArn], {
      StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    });
  }

  private allowNow(fn: LambdaFunction): void {
    allow(fn, ['sqs:SendMessage'], [this.dueQueue.queueArn]);
    fn.addEnvironment(env.dueQueue, this.dueQueue.queueArn);
  }

  private allowSchedules(fn: LambdaFunction, operation: string): void {
    const group = (this.group.node.defaultChild as CfnScheduleGroup).ref;
    const schedules = { service: 'scheduler', resource: 'schedule', resourceName: `${group}/*` };
    allow(fn, [`scheduler:${operation}`], [Stack.of(this).formatArn(schedules)]);
    fn.addEnvironment(env.scheduleGroup, group);
    fn.addEnvironment(env.scheduleRole, this.role.roleArn);
    fn.addEnvironment(env.deadLetterQueue, this.deadLetters.queueArn);
  }

  /** A queue of wake-ups. It delivers a wake-up again if the function has not handled it in time. */
  private queue(id: string, visibilityTimeout: Duration): Queue {
    return new Queue(this, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Six times the function's own time, as AWS recommends.
      visibilityTimeout,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
      retentionPeriod: Duration.days(14),
    });
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
    const queues = [this.dueQueue, this.webhooksQueue, this.deadLetters];
    const resources = queues.map(({ queueArn }) => queueArn);
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources }));
    return role;
  }

  /** Lets `Due` look once an hour for messages whose wake-ups were lost. */
  private sweepEachHour(): void {
    const sweep = new CfnSchedule(this, 'Sweep', {
      groupName: (this.group.node.defaultChild as CfnScheduleGroup).ref,
      scheduleExpression: 'rate(1 hour)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: this.dueQueue.queueArn,
        roleArn: this.role.roleArn,
        input: JSON.stringify({ sweep: {} }),
      },
    });
    // Scheduler refuses a role that it may not use yet.
    sweep.node.addDependency(this.role);
  }

  /** Gives the queue's messages to the function, one at a time. CDK's own source would grant two more permissions. */
  private consume(
    id: string,
    { queueArn }: Queue,
    target: LambdaFunction,
    maxConcurrency: number,
  ): void {
    const receive = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
    allow(target, receive, [queueArn]);
    const eventSourceArn = queueArn;
    new EventSourceMapping(this, id, { target, eventSourceArn, batchSize: 1, maxConcurrency });
  }
}

function allow(
  fn: LambdaFunction,
  actions: string[],
  resources: string[],
  conditions?: Record<string, unknown>,
): void {
  fn.addToRolePolicy(
    new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }),
  );
}
