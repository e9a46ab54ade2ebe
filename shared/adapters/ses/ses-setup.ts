import {
  GetAccountCommand,
  type GetAccountCommandOutput,
  GetConfigurationSetCommand,
  type GetConfigurationSetCommandOutput,
  GetConfigurationSetEventDestinationsCommand,
  type GetConfigurationSetEventDestinationsCommandOutput,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  NotFoundException,
  SESv2Client,
  type SESv2ClientConfig,
} from '@aws-sdk/client-sesv2';
import { type CallTimes, callTimes } from '../call-times.ts';

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

/** By default, region, credentials and endpoint come from the environment. */
interface SesSetupSettings {
  region?: string | undefined;
  credentials?: SESv2ClientConfig['credentials'];
}

export function sesSetup(
  times: CallTimes,
  { region, credentials }: SesSetupSettings = {},
): SesSetup {
  const client = new SESv2Client({
    ...(region && { region }),
    ...(credentials && { credentials }),
    ...callTimes(times),
  });
  return {
    account: async () => toAccount(await client.send(new GetAccountCommand({}))),
    identity: async (EmailIdentity) => {
      const get = new GetEmailIdentityCommand({ EmailIdentity });
      const found = await unlessNone(client.send(get));
      return found && toIdentity(found);
    },
    configurationSet: async (ConfigurationSetName) => {
      const asked = { ConfigurationSetName };
      const found = await unlessNone(
        Promise.all([
          client.send(new GetConfigurationSetCommand(asked)),
          client.send(new GetConfigurationSetEventDestinationsCommand(asked)),
        ]),
      );
      return found && toConfigurationSet(...found);
    },
    close: () => client.destroy(),
  };
}

function toAccount(told: GetAccountCommandOutput) {
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

function toIdentity(told: GetEmailIdentityCommandOutput) {
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

function toConfigurationSet(
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

async function unlessNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
