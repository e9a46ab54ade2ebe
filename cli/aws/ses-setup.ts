import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
  type SESv2ClientConfig,
} from '@aws-sdk/client-sesv2';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import {
  type SesSetup,
  toAccount,
  toConfigurationSet,
  toIdentity,
} from '../../shared/adapters/ses/ses-told.ts';

/** By default, region, credentials and endpoint come from the environment. */
interface SesSetupSettings {
  region?: string | undefined;
  credentials?: SESv2ClientConfig['credentials'];
}

/** For the CLI: with the SDK's client, which finds credentials in all the ways of the SDK. */
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

async function unlessNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
