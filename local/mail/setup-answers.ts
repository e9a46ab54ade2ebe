import { asIdentity } from '../../shared/message/sender.ts';
import { arn } from '../template/names.ts';
import { sandboxQuota } from './allowance.ts';
import type { SendingRules } from './sending-rules.ts';
import type { SesRefusal } from './ses-refusal.ts';

/** What the answers depend on. */
export interface SesState {
  rules: SendingRules;
  sentLast24Hours: number;
}

/** What SES tells, or why it does not. */
export type SetupAnswer = { told: object } | { refusal: SesRefusal };

/**
 * What SES answers to questions about how it is set up, by the rules that it sends by: any name is a
 * configuration set; any sender is an identity where the rules name none, and the account is out of
 * the sandbox where they do not play it. Undefined for what is no such question.
 */
export function setupAnswer(url: string, state: SesState): SetupAnswer | undefined {
  for (const [path, answer] of answers) {
    const [, name] = path.exec(url) ?? [];
    if (name !== undefined) return answer(decoded(name), state);
  }
  return undefined;
}

type Answer = (name: string, state: SesState) => SetupAnswer;

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Operations.html */
const answers: readonly [path: RegExp, answer: Answer][] = [
  [/^\/v2\/email\/account()$/, account],
  [/^\/v2\/email\/identities\/([^/?]+)$/, identity],
  [/^\/v2\/email\/configuration-sets\/([^/?]+)$/, configurationSet],
  [/^\/v2\/email\/configuration-sets\/([^/?]+)\/event-destinations$/, eventDestinations],
];

function account(_: string, { rules: { sandbox }, sentLast24Hours }: SesState): SetupAnswer {
  const { per24Hours, perSecond } = sandboxQuota;
  const told = {
    ProductionAccessEnabled: !sandbox,
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
    // Out of the sandbox there is no quota: mails go no further than this machine.
    SendQuota: sandbox
      ? { Max24HourSend: per24Hours, MaxSendRate: perSecond, SentLast24Hours: sentLast24Hours }
      : { Max24HourSend: -1, MaxSendRate: -1, SentLast24Hours: 0 },
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  };
  return { told };
}

/** An address of a verified domain is no identity of its own, although mails may come from it. */
function identity(name: string, { rules: { identities } }: SesState): SetupAnswer {
  if (identities !== null && !identities.includes(asIdentity(name))) return noIdentity(name);
  const domain = name.slice(name.lastIndexOf('@') + 1);
  const told = {
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
  return { told };
}

function noIdentity(name: string): SetupAnswer {
  const message = `Email identity ${name} does not exist.`;
  return { refusal: { status: 404, type: 'NotFoundException', message } };
}

function configurationSet(name: string): SetupAnswer {
  return { told: { ConfigurationSetName: name, SendingOptions: { SendingEnabled: true } } };
}

function eventDestinations(): SetupAnswer {
  const reported = {
    Name: 'Reports',
    Enabled: true,
    MatchingEventTypes: ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'DELIVERY_DELAY'],
    EventBridgeDestination: { EventBusArn: arn('events', 'event-bus/default') },
  };
  return { told: { EventDestinations: [reported] } };
}

/** What is no percent-encoding stays as it is: any name will do here. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
