import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  PutAccountDetailsCommand,
  SESv2Client,
  type SESv2ClientConfig,
} from '@aws-sdk/client-sesv2';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import {
  type SesSetup,
  toAccount,
  toConfigurationSet,
  toIdentity,
} from '../../shared/adapters/ses/ses-told.ts';
import { type ClientPlace, clientSettings } from './client.ts';

/** By default, region, credentials and endpoint come from the environment. */
interface SesSetupSettings extends ClientPlace {
  credentials?: SESv2ClientConfig['credentials'];
  endpoint?: string;
}

/** What AWS's reviewers read of a request for production access. */
export interface ProductionRequest {
  websiteUrl: string;
  mailType: 'TRANSACTIONAL';
  useCase: string;
  /** Further addresses that AWS answers to. */
  contacts: readonly string[];
}

/** For the CLI: with the SDK's client, which finds credentials in all the ways of the SDK. */
export function sesSetup(
  times: CallTimes,
  { credentials, endpoint, ...place }: SesSetupSettings = {},
): SesSetup & { requestProduction: (request: ProductionRequest) => Promise<void> } {
  const client = new SESv2Client({
    ...clientSettings(times, place),
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
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
    /** Needs `ses:PutAccountDetails`. */
    requestProduction: async ({ websiteUrl, mailType, useCase, contacts }) => {
      await client.send(
        new PutAccountDetailsCommand({
          ...{ MailType: mailType, WebsiteURL: websiteUrl, ContactLanguage: 'EN' },
          ...{ UseCaseDescription: useCase, ProductionAccessEnabled: true },
          ...(contacts.length > 0 && { AdditionalContactEmailAddresses: [...contacts] }),
        }),
      );
    },
    close: () => client.destroy(),
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
