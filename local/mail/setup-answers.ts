import { asIdentity } from '../../shared/message/sender.ts';
import { arn } from '../template/names.ts';
import { type SesRefusal, sandboxQuota } from './allowance.ts';
import type { SendingRules } from './sending-rules.ts';

export interface SesState {
  rules: SendingRules;
  sentLast24Hours: number;
  review: 'PENDING' | null;
}

export type SetupAnswer = { body: object } | { refusal: SesRefusal };

/**
 * Answers requests (`GET /v2/…`) about SES's setup by the sending rules; undefined for others. Any name is a
 * configuration set.
 * Without identities in the rules, every sender is one.
 */
export function setupAnswer(request: string, state: SesState): SetupAnswer | undefined {
  for (const [path, answer] of answers) {
    const [, name] = path.exec(request) ?? [];
    if (name !== undefined) return answer(decoded(name), state);
  }
  return undefined;
}

type SetupReader = (name: string, state: SesState) => SetupAnswer;

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Operations.html */
const answers: readonly [path: RegExp, answer: SetupReader][] = [
  [/^GET \/v2\/email\/account()$/, account],
  [/^POST \/v2\/email\/account\/details()$/, requestProduction],
  [/^GET \/v2\/email\/identities\/([^/?]+)$/, identity],
  [/^GET \/v2\/email\/configuration-sets\/([^/?]+)$/, configurationSet],
  [/^GET \/v2\/email\/configuration-sets\/([^/?]+)\/event-destinations$/, eventDestinations],
];

function account(_: string, { rules, sentLast24Hours, review }: SesState): SetupAnswer {
  const { sandbox } = rules;
  const { per24Hours, perSecond } = sandboxQuota;
  const body = {
    ProductionAccessEnabled: !sandbox,
    ...(review && { Details: { ReviewDetails: { Status: review } } }),
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
    // Without the sandbox there is no quota: mails do not leave this machine.
    SendQuota: sandbox
      ? { Max24HourSend: per24Hours, MaxSendRate: perSecond, SentLast24Hours: sentLast24Hours }
      : { Max24HourSend: -1, MaxSendRate: -1, SentLast24Hours: 0 },
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  };
  return { body };
}

/** No one reviews the request. */
function requestProduction(_: string, state: SesState): SetupAnswer {
  state.review = 'PENDING';
  return { body: {} };
}

/** An address of a verified domain is not itself an identity, although mails may come from it. */
function identity(name: string, { rules: { identities } }: SesState): SetupAnswer {
  if (identities !== null && !identities.includes(asIdentity(name))) return noIdentity(name);
  const domain = name.slice(name.lastIndexOf('@') + 1);
  const body = {
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
  return { body };
}

function noIdentity(name: string): SetupAnswer {
  const message = `Email identity ${name} does not exist.`;
  return { refusal: { status: 404, type: 'NotFoundException', message } };
}

function configurationSet(name: string): SetupAnswer {
  return { body: { ConfigurationSetName: name, SendingOptions: { SendingEnabled: true } } };
}

function eventDestinations(): SetupAnswer {
  const reported = {
    Name: 'Reports',
    Enabled: true,
    MatchingEventTypes: ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'DELIVERY_DELAY'],
    EventBridgeDestination: { EventBusArn: arn('events', 'event-bus/default') },
  };
  return { body: { EventDestinations: [reported] } };
}

/** A name that is not percent-encoded stays as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
