import type { AwsAnswer, AwsCall } from '../../../aws-stub.ts';
import { a, type Reply } from '../../../dns-server.ts';

export const region = 'eu-central-1';
export const account = '111122223333';

/** A deployment in AWS in which everything works. A test then breaks one thing in it. */
export function healthy(code: ReadonlyMap<string, string>) {
  return {
    bootstrap: '21' as string | null,
    /** The qualifier of the bootstrap, which the deployed template names. */
    qualifier: 'hnb659fds',
    /** The region that the stack is in. */
    stackRegion: region,
    stackStatus: 'UPDATE_COMPLETE',
    lambda: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
    senders: 'example.com',
    sending: 'on',
    suppression: 'on',
    ses: {
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      EnforcementStatus: 'HEALTHY',
      SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 39_999, MaxSendRate: 14 },
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    } as Record<string, unknown>,
    identities: new Map<string, Record<string, unknown>>([['example.com', identity()]]),
    /** Whether the deployment receives replies. */
    replies: true,
    /** SES's active receipt rule set, and the domain of its rule. */
    ruleSet: { name: 'postrider-replies', domain: 'reply.example.com' },
    configurationSet: { ConfigurationSetName: 'mails', SendingOptions: { SendingEnabled: true } } as
      | object
      | null,
    destinations: [destination()],
    /** API Gateway's keys, and whether they are switched on. */
    keys: new Map([['gw1', true]]),
    members: new Map([['plan-pro', ['gw1']]]),
    code: new Map(code),
    recovery: true,
    /** The number of executions that send the queue's mails; null without the queue. */
    sendConcurrency: 2 as number | null,
    /** The deployed template, if it is not the one that the other fields describe. */
    template: null as string | null,
    /** The tables that were deleted by hand. */
    deleted: new Set<string>(),
    withoutRecovery: new Set<string>(),
    letters: 0,
    /** The buckets that the settings name. */
    attachmentBuckets: 'acme-contracts,acme-archive',
    /** The regions of the buckets that exist. */
    buckets: new Map([
      ['acme-contracts', region],
      ['acme-archive', region],
    ]),
    /** The KMS keys of these buckets; a bucket without one has S3's key. */
    bucketKeys: new Map<string, string>(),
    domain: {
      domainNameStatus: 'AVAILABLE',
      regionalDomainName: 'd-1.execute-api.eu-central-1.amazonaws.com',
    } as object | null,
    /** DNS's answer for a name. */
    dns: healthyDns,
    /** Returns another answer to a call, or undefined. */
    instead: (_call: AwsCall): AwsAnswer | undefined => undefined,
  };
}

export function healthyDns(name: string): Reply {
  if (name === '_dmarc.example.com') return txt(name, 'v=DMARC1; p=reject');
  if (name === 'reply.example.com') {
    const exchange = `inbound-smtp.${region}.amazonaws.com`;
    return { answers: [{ type: 'MX', name, ttl: 60, data: { preference: 10, exchange } }] };
  }
  return name === 'api.example.com' ? { answers: [a(name, '192.0.2.1')] } : {};
}

export type Health = ReturnType<typeof healthy>;

export function identity(changes: Record<string, unknown> = {}) {
  return {
    IdentityType: 'DOMAIN',
    VerifiedForSendingStatus: true,
    VerificationStatus: 'SUCCESS',
    DkimAttributes: { SigningEnabled: true, Status: 'SUCCESS', Tokens: ['aaa', 'bbb', 'ccc'] },
    MailFromAttributes: {
      MailFromDomain: 'bounce.example.com',
      MailFromDomainStatus: 'SUCCESS',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
    ...changes,
  };
}

export function destination(changes: Record<string, unknown> = {}) {
  return {
    Name: 'reports',
    Enabled: true,
    MatchingEventTypes: ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'DELIVERY_DELAY'],
    EventBridgeDestination: {
      EventBusArn: `arn:aws:events:${region}:${account}:event-bus/default`,
    },
    ...changes,
  };
}

export function txt(name: string, ...records: string[]): Reply {
  return { answers: records.map((data) => ({ type: 'TXT', name, ttl: 60, data })) };
}
