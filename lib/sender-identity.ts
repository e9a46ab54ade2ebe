import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnRecordSetGroup } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { IdentitySettings } from './settings/identity-settings.ts';

export type DnsRecord = readonly [name: string, type: 'CNAME' | 'MX' | 'TXT', value: string];

export interface SenderIdentity {
  sender: string;
  /** The From addresses that it covers, as patterns for IAM's `StringLike`. */
  covers: string[];
  /** The DNS records that a person must create. */
  records: DnsRecord[];
}

/**
 * Makes or finds a sender's SES identity. It outlives its sender and the stack: others may use it, and verifying a
 * domain again needs new records. Only a failed first deployment deletes it.
 */
export function senderIdentity(
  scope: Construct,
  sender: string,
  settings: IdentitySettings,
): SenderIdentity {
  const covers = fromAddresses(sender);
  if (settings.existing) return { sender, covers, records: [] };
  const identity = new EmailIdentity(scope, sender, {
    identity: sender.includes('@') ? Identity.email(sender) : Identity.domain(sender),
    ...(settings.mailFrom && { mailFromDomain: settings.mailFrom }),
  });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  const records = sender.includes('@') ? [] : recordsOf(identity, settings);
  const { hostedZoneId } = settings;
  if (hostedZoneId) addRecords(identity, hostedZoneId, records);
  return { sender, covers, records: hostedZoneId ? [] : records };
}

/**
 * The addresses that SES accepts: the address itself, or all of the domain and below. IAM compares them letter by
 * letter, without display name. A mail has its domain in lower case, its local part as in the flow.
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 * https://docs.aws.amazon.com/ses/latest/dg/sending-authorization-policy-examples.html
 */
function fromAddresses(sender: string): string[] {
  // The settings accept an address only with its domain in lower case.
  if (sender.includes('@')) return [sender];
  const domain = sender.toLowerCase();
  return [`*@${domain}`, `*@*.${domain}`];
}

/**
 * DKIM's three keys, and the records of a MAIL FROM domain: the MX for bounces, and SPF.
 * https://docs.aws.amazon.com/ses/latest/dg/mail-from.html
 */
function recordsOf(identity: EmailIdentity, { mailFrom }: IdentitySettings): DnsRecord[] {
  const keys = identity.dkimRecords.map(({ name, value }): DnsRecord => [name, 'CNAME', value]);
  if (!mailFrom) return keys;
  const { region } = Stack.of(identity);
  return [
    ...keys,
    [mailFrom, 'MX', `10 feedback-smtp.${region}.amazonses.com`],
    [mailFrom, 'TXT', '"v=spf1 include:amazonses.com ~all"'],
  ];
}

/** Creates the records as one resource: a stack has at most 500, and may have a hundred senders. */
function addRecords(
  identity: EmailIdentity,
  hostedZoneId: string,
  records: readonly DnsRecord[],
): void {
  const group = new CfnRecordSetGroup(identity, 'Records', {
    hostedZoneId,
    recordSets: records.map(([name, type, value]) => ({
      ...{ name, type, resourceRecords: [value], ttl: '1800' },
    })),
  });
  // The identity stays when the stack is deleted, and needs these records.
  group.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
}
