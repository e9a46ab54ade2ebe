import { arn } from '../template/names.ts';

/**
 * What SES answers to questions about how it is set up: like that of a production account, where any
 * sender is an identity and any name a configuration set. Undefined for what is no such question.
 */
export function setupAnswer(url: string): object | undefined {
  for (const [path, answer] of answers) {
    const [, name] = path.exec(url) ?? [];
    if (name !== undefined) return answer(decoded(name));
  }
  return undefined;
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Operations.html */
const answers: readonly [path: RegExp, answer: (name: string) => object][] = [
  [/^\/v2\/email\/account()$/, account],
  [/^\/v2\/email\/identities\/([^/?]+)$/, identity],
  [/^\/v2\/email\/configuration-sets\/([^/?]+)$/, configurationSet],
  [/^\/v2\/email\/configuration-sets\/([^/?]+)\/event-destinations$/, eventDestinations],
];

function account(): object {
  return {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
    // No quota: mails go no further than this machine.
    SendQuota: { Max24HourSend: -1, MaxSendRate: -1, SentLast24Hours: 0 },
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  };
}

function identity(name: string): object {
  const domain = name.slice(name.lastIndexOf('@') + 1);
  return {
    IdentityType: name.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN',
    VerifiedForSendingStatus: true,
    VerificationStatus: 'SUCCESS',
    FeedbackForwardingStatus: true,
    DkimAttributes: { SigningEnabled: true, Status: 'SUCCESS' },
    MailFromAttributes: {
      MailFromDomain: `mail.${domain}`,
      MailFromDomainStatus: 'SUCCESS',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
  };
}

function configurationSet(name: string): object {
  return { ConfigurationSetName: name, SendingOptions: { SendingEnabled: true } };
}

function eventDestinations(): object {
  const reported = {
    Name: 'Reports',
    Enabled: true,
    MatchingEventTypes: ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'DELIVERY_DELAY'],
    EventBridgeDestination: { EventBusArn: arn('events', 'event-bus/default') },
  };
  return { EventDestinations: [reported] };
}

/** What is no percent-encoding stays as it is: any name will do here. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
