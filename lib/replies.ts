import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { CfnReceiptRule, CfnReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import * as env from '../shared/env.ts';
import { failedEventsTo } from './events.ts';
import { senderIdentity } from './sender-identity.ts';
import { noIdentitySettings } from './settings/identity-settings.ts';
import { ruleNameOf, type Settings } from './settings/settings.ts';

export interface RepliesProps {
  fn: LambdaFunction;
  settings: NonNullable<Settings['replies']>;
  /** The queue for mails that the function could not record. */
  deadLetters: Queue;
}

/** The prefix of the mails in the bucket: `mailsPrefix` of functions/replies. */
const prefix = 'mails/';

const ses = () => new ServicePrincipal('ses.amazonaws.com');

/** Receives the mails of a domain with SES: a receipt rule stores each in a bucket, and then calls the function. */
export class Replies extends Construct {
  readonly bucket: Bucket;
  private readonly ruleName: string;
  private readonly ruleSetName: string;
  private readonly props: RepliesProps;

  constructor(scope: Construct, id: string, props: RepliesProps) {
    super(scope, id);
    this.props = props;
    const { fn, settings, deadLetters } = props;
    this.ruleName = ruleNameOf(Stack.of(this).stackName);
    this.ruleSetName = settings.ruleSet ?? this.ruleName;
    this.bucket = this.mails(settings.keepMailsDays);
    this.receive();
    fn.configureAsyncInvoke({
      maxEventAge: Duration.hours(6),
      retryAttempts: 2,
      onFailure: failedEventsTo(deadLetters),
    });
    this.output();
  }

  /** Tells a function the domain of the addresses that it makes. */
  static tell(fn: LambdaFunction, { domain }: RepliesProps['settings']): void {
    fn.addEnvironment(env.repliesDomain, domain);
  }

  private mails(days: number): Bucket {
    const bucket = new Bucket(this, 'Mails', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(days) }],
      // The records have the words of the replies.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [ses()],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`${prefix}*`)],
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.ruleArn,
          },
        },
      }),
    );
    const { fn, settings } = this.props;
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [bucket.arnForObjects(`${prefix}*`)],
      }),
    );
    fn.addEnvironment(env.repliesBucket, bucket.bucketName);
    Replies.tell(fn, settings);
    return bucket;
  }

  /** Adds the rule for the domain alone to the rule set: the stack's own, or the one that is active in SES. */
  private receive(): void {
    const { fn, settings } = this.props;
    const permission = { principal: ses(), sourceAccount: Stack.of(this).account };
    fn.addPermission('Ses', { ...permission, sourceArn: this.ruleArn });
    const rule = new CfnReceiptRule(this, 'Rule', {
      ruleSetName: this.ruleSetName,
      rule: {
        name: this.ruleName,
        enabled: true,
        scanEnabled: true,
        recipients: [settings.domain],
        actions: [
          { s3Action: { bucketName: this.bucket.bucketName, objectKeyPrefix: prefix } },
          { lambdaAction: { functionArn: fn.functionArn, invocationType: 'Event' } },
        ],
      },
    });
    // SES tries to write to the bucket, and to call the function, when it creates the rule.
    rule.node.addDependency(this.bucket.node.findChild('Policy'), fn.node.findChild('Ses'));
    if (settings.ruleSet) return;
    const ruleSet = new CfnReceiptRuleSet(this, 'RuleSet', { ruleSetName: this.ruleSetName });
    rule.addResourceDependency(ruleSet);
  }

  private get ruleArn(): string {
    return Stack.of(this).formatArn({
      ...{ service: 'ses', resource: 'receipt-rule-set' },
      resourceName: `${this.ruleSetName}:receipt-rule/${this.ruleName}`,
    });
  }

  private output(): void {
    const stack = Stack.of(this);
    const { domain } = this.props.settings;
    const { records } = senderIdentity(this, domain, noIdentitySettings);
    const mx = [domain, 'MX', `10 inbound-smtp.${stack.region}.amazonaws.com`];
    new CfnOutput(stack, 'DnsRecordsReplies', {
      description: `DNS records to create for replies to ${domain}`,
      value: [...records, mx].map((record) => record.join(' ')).join('\n'),
    });
    const values = {
      RepliesDomain: domain,
      RepliesBucket: this.bucket.bucketName,
      RepliesRuleSet: this.ruleSetName,
      RepliesKeepMailsDays: String(this.props.settings.keepMailsDays),
    };
    for (const [name, value] of Object.entries(values)) new CfnOutput(stack, name, { value });
  }
}
