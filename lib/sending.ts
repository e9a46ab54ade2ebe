import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationSet, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { env } from '../shared/env.ts';

export interface SendingProps {
  /** Addresses and domains; empty means that this deployment cannot send yet. */
  senders: readonly string[];
  /** Whether flows may send at all. */
  enabled: boolean;
}

/** What SES needs to send: one identity per sender, and the configuration set that every mail names. */
export class Sending extends Construct {
  readonly identities: EmailIdentity[];
  readonly configurationSet: ConfigurationSet;
  private readonly props: SendingProps;

  constructor(scope: Construct, id: string, props: SendingProps) {
    super(scope, id);
    this.props = props;
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      reputationMetrics: true,
    });
    this.identities = props.senders.map(
      (sender) =>
        new EmailIdentity(this, sender, {
          identity: sender.includes('@') ? Identity.email(sender) : Identity.domain(sender),
        }),
    );
  }

  /**
   * Lets a function send from the identities with the configuration set. SES checks both
   * resources; CDK's own grant gives only the first (aws/aws-cdk#34402).
   */
  grantSend(fn: LambdaFunction): void {
    if (this.identities.length > 0) {
      fn.addToRolePolicy(
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [
            ...this.identities.map((identity) => identity.emailIdentityArn),
            Stack.of(this).formatArn({
              service: 'ses',
              resource: 'configuration-set',
              resourceName: this.configurationSet.configurationSetName,
            }),
          ],
        }),
      );
    }
    fn.addEnvironment(env.senders, this.props.senders.join(','));
    fn.addEnvironment(env.configurationSet, this.configurationSet.configurationSetName);
    fn.addEnvironment(env.sending, this.props.enabled ? 'on' : 'off');
  }

  /** Lets a function ask SES whether the identities are verified. */
  grantReadIdentities(fn: LambdaFunction): void {
    if (this.identities.length === 0) return;
    const resources = this.identities.map((identity) => identity.emailIdentityArn);
    fn.addToRolePolicy(new PolicyStatement({ actions: ['ses:GetEmailIdentity'], resources }));
  }
}
