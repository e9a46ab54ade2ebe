import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationSet, ConfigurationSetTlsPolicy } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import * as env from '../shared/env.ts';
import { type SenderIdentity, senderIdentity } from './sender-identity.ts';
import { noIdentitySettings } from './settings/identity-settings.ts';
import type { Settings } from './settings/settings.ts';

/** Without senders this deployment cannot send. `sending`: whether flows may send at all. */
type SendingProps = Pick<Settings, 'senders' | 'identities' | 'sending' | 'requireTls' | 'tenants'>;

/** The SES resources for sending: one identity per sender, and the configuration set that every mail names. */
export class Sending extends Construct {
  readonly identities: SenderIdentity[];
  readonly configurationSet: ConfigurationSet;
  private readonly props: SendingProps;

  constructor(scope: Construct, id: string, props: SendingProps) {
    super(scope, id);
    this.props = props;
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      reputationMetrics: true,
      tlsPolicy: props.requireTls
        ? ConfigurationSetTlsPolicy.REQUIRE
        : ConfigurationSetTlsPolicy.OPTIONAL,
    });
    this.identities = props.senders.map((sender) =>
      senderIdentity(this, sender, props.identities[sender] ?? noIdentitySettings),
    );
  }

  /**
   * Allows sending with the configuration set from any covered address; CDK's grant names only the identity
   * (aws/aws-cdk#34402). SES chooses the identity, in the sandbox also recipients': so the policy allows every
   * identity, but limits the From address. AWS does not say whether files or headers need `SendRawEmail`.
   * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
   */
  grantSend(fn: LambdaFunction): void {
    if (this.identities.length > 0) {
      fn.addToRolePolicy(
        new PolicyStatement({
          actions: ['ses:SendEmail', 'ses:SendRawEmail'],
          resources: [this.arn('identity', '*'), this.configurationSetArn, ...this.tenantArns],
          conditions: {
            StringLike: { 'ses:FromAddress': this.identities.flatMap(({ covers }) => covers) },
          },
        }),
      );
    }
    fn.addEnvironment(env.configurationSet, this.configurationSet.configurationSetName);
    if (this.props.tenants) fn.addEnvironment(env.tenants, 'on');
    this.tellSenders(fn);
  }

  /** Allows reading what SES says about tenants. No resource is documented for the reputation of one. */
  grantReadTenants(fn: LambdaFunction): void {
    const actions = ['ses:GetTenant', 'ses:GetReputationEntity'];
    fn.addToRolePolicy(new PolicyStatement({ actions, resources: ['*'] }));
    fn.addEnvironment(env.tenants, 'on');
  }

  /** Tells a function which addresses may send, and whether sending is on. */
  tellSenders(fn: LambdaFunction): void {
    fn.addEnvironment(env.senders, this.props.senders.join(','));
    fn.addEnvironment(env.sending, this.props.sending ? 'on' : 'off');
  }

  /** Allows reading SES's setup, of every identity: a list of the senders could exceed the size of a policy. */
  grantReadSetup(fn: LambdaFunction): void {
    const allow = (actions: string[], resources: string[]) =>
      fn.addToRolePolicy(new PolicyStatement({ actions, resources }));
    if (this.identities.length > 0) allow(['ses:GetEmailIdentity'], [this.arn('identity', '*')]);
    allow(
      ['ses:GetConfigurationSet', 'ses:GetConfigurationSetEventDestinations'],
      [this.configurationSetArn],
    );
    // This reads the sandbox, the quota and pauses of the AWS account. A policy cannot name a resource for it.
    allow(['ses:GetAccount'], ['*']);
  }

  /** Adds one output for each domain with DNS records that a person must create. */
  outputRecords(stack: Stack): void {
    for (const { sender, records } of this.identities) {
      if (records.length === 0) continue;
      const words = sender.split(/[^A-Za-z0-9]+/);
      const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
      new CfnOutput(stack, `DnsRecords${name}`, {
        description: `DNS records to create for ${sender}`,
        value: records.map((record) => record.join(' ')).join('\n'),
      });
    }
  }

  /** Whether SES checks the tenant as a resource is not documented. */
  private get tenantArns(): string[] {
    return this.props.tenants ? [this.arn('tenant', 'acc_*/*')] : [];
  }

  private get configurationSetArn(): string {
    return this.arn('configuration-set', this.configurationSet.configurationSetName);
  }

  private arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }
}
