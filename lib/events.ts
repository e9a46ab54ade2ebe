import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IDestination, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface EventsProps {
  fn: LambdaFunction;
  configurationSet: ConfigurationSet;
  /** Whether SES also reports on tenants. */
  tenants: boolean;
}

/** The events that SES reports, with EventBridge's names. With opens and clicks, SES would rewrite each mail. */
const reported: Readonly<Partial<Record<EmailSendingEvent, string>>> = {
  [EmailSendingEvent.DELIVERY]: 'Email Delivered',
  [EmailSendingEvent.BOUNCE]: 'Email Bounced',
  [EmailSendingEvent.COMPLAINT]: 'Email Complaint Received',
  [EmailSendingEvent.REJECT]: 'Email Rejected',
  [EmailSendingEvent.DELIVERY_DELAY]: 'Email Delivery Delayed',
};

/** Delivers SES's events: from the configuration set to the default bus, and by a rule to the function. */
export class Events extends Construct {
  /** The events that EventBridge could not deliver to the function, and those that the function could not apply. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { fn, configurationSet, tenants }: EventsProps) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      // EventBridge cannot use the key that AWS manages for SQS, and this encryption costs nothing.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.publish(configurationSet);
    this.subscribe(fn, configurationSet);
    if (tenants) this.watchTenants(fn);
  }

  /** Sends the events to the default bus, because SES supports no other bus. */
  private publish(configurationSet: ConfigurationSet): void {
    const bus = EventBus.fromEventBusName(this, 'DefaultBus', 'default');
    configurationSet.addEventDestination('Reports', {
      destination: EventDestination.eventBus(bus),
      events: Object.keys(reported) as EmailSendingEvent[],
    });
  }

  /** Only the events of our configuration set: other programs may publish to the bus too. */
  private subscribe(fn: LambdaFunction, { configurationSetName }: ConfigurationSet): void {
    new Rule(this, 'Reported', {
      description: 'SES’s reports about mails that postrider has sent',
      eventPattern: {
        source: ['aws.ses'],
        detailType: Object.values(reported),
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
      },
      targets: [
        new FunctionTarget(fn, {
          deadLetterQueue: this.deadLetters,
          // EventBridge's maximum values: if it cannot deliver an event now, it may succeed an hour later.
          maxEventAge: Duration.hours(24),
          retryAttempts: 185,
        }),
      ],
    });
    // Lambda's maximum values: it waits one minute before the second try, two before the third.
    fn.configureAsyncInvoke({
      maxEventAge: Duration.hours(6),
      retryAttempts: 2,
      onFailure: failedEventsTo(this.deadLetters),
    });
  }

  /** Tenants of any stack: the function knows its own. EventBridge may lose an event, so it looks once an hour too. */
  private watchTenants(fn: LambdaFunction): void {
    const targetOf = (event?: RuleTargetInput) =>
      new FunctionTarget(fn, { deadLetterQueue: this.deadLetters, ...(event && { event }) });
    new Rule(this, 'TenantStatus', {
      description: 'SES has paused a tenant, or lets it send again',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Sending Status Disabled', 'Sending Status Enabled'],
      },
      targets: [targetOf()],
    });
    new Rule(this, 'TenantLook', {
      description: 'Once an hour: what SES says about the tenant of each account',
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [targetOf(RuleTargetInput.fromObject({ look: 'tenants' }))],
    });
  }
}

/** Sends failed events to the dead-letter queue, with one permission; CDK's own destination grants two more. */
export function failedEventsTo({ queueArn }: Queue): IDestination {
  return {
    bind: (_, { role }) => {
      role?.addToPrincipalPolicy(
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
      );
      return { destination: queueArn };
    },
  };
}
