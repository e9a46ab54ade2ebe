import type {
  GetAccountCommandOutput,
  GetConfigurationSetCommandOutput,
  GetConfigurationSetEventDestinationsCommandOutput,
  GetEmailIdentityCommandOutput,
} from '@aws-sdk/client-sesv2';

export type SesAccount = ReturnType<typeof toAccount>;

export type SesIdentity = ReturnType<typeof toIdentity>;

export type SesConfigurationSet = ReturnType<typeof toConfigurationSet>;

export interface SesSetup {
  /** Needs `ses:GetAccount`. */
  account: () => Promise<SesAccount>;
  /** Null if there is none of this name. Needs `ses:GetEmailIdentity`. */
  identity: (name: string) => Promise<SesIdentity | null>;
  /** Null if there is none. Needs `ses:GetConfigurationSet` and `ses:GetConfigurationSetEventDestinations`. */
  configurationSet: (name: string) => Promise<SesConfigurationSet | null>;
  close: () => void;
}

export function toAccount(told: GetAccountCommandOutput) {
  return {
    /** Whether it sends to anyone: false in the sandbox. */
    production: told.ProductionAccessEnabled ?? false,
    /** SES's status of the request for production access; null if there is none. */
    review: (told.Details?.ReviewDetails?.Status ?? null) as string | null,
    sendingEnabled: told.SendingEnabled ?? false,
    /** SES's status of the account's reputation: HEALTHY, PROBATION or SHUTDOWN. */
    enforcement: told.EnforcementStatus ?? '',
    /** Mails in 24 hours; -1 for no limit. */
    dailyQuota: told.SendQuota?.Max24HourSend ?? -1,
    /** Mails a second; -1 for no limit. */
    sendRate: told.SendQuota?.MaxSendRate ?? -1,
    sentToday: told.SendQuota?.SentLast24Hours ?? 0,
    /** What puts an address on the AWS account's own suppression list: BOUNCE, COMPLAINT. */
    suppressedReasons: (told.SuppressionAttributes?.SuppressedReasons ?? []) as string[],
  };
}

export function toIdentity(told: GetEmailIdentityCommandOutput) {
  const { DkimAttributes: dkim, MailFromAttributes: mailFrom } = told;
  return {
    /** An address of a verified domain may send although it is not verified itself. */
    maySend: told.VerifiedForSendingStatus ?? false,
    /** SES's status: SUCCESS, PENDING, FAILED, TEMPORARY_FAILURE, NOT_STARTED. */
    verification: (told.VerificationStatus ?? '') as string,
    dkim: {
      signing: dkim?.SigningEnabled ?? false,
      status: (dkim?.Status ?? '') as string,
      tokens: dkim?.Tokens ?? [],
      zone: dkim?.SigningHostedZone ?? 'dkim.amazonses.com',
    },
    /** Null if bounces go to a domain of Amazon's. */
    mailFrom: mailFrom?.MailFromDomain
      ? { domain: mailFrom.MailFromDomain, status: (mailFrom.MailFromDomainStatus ?? '') as string }
      : null,
  };
}

export function toConfigurationSet(
  set: GetConfigurationSetCommandOutput,
  { EventDestinations }: GetConfigurationSetEventDestinationsCommandOutput,
) {
  return {
    sendingEnabled: set.SendingOptions?.SendingEnabled ?? true,
    destinations: (EventDestinations ?? []).map((each) => ({
      name: each.Name ?? '',
      enabled: each.Enabled ?? false,
      events: (each.MatchingEventTypes ?? []) as string[],
      /** Whether EventBridge gets the reports. */
      eventBridge: each.EventBridgeDestination !== undefined,
    })),
  };
}
