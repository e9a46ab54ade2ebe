import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, clientSettings, nullIf } from './client.ts';

/** SES's own suppression list, which protects the sender for all accounts. */
export interface SesSuppressed {
  has: (address: string) => Promise<boolean>;
  remove: (address: string) => Promise<void>;
}

export function sesSuppressed(times: CallTimes, place: ClientPlace): SesSuppressed {
  const client = new SESv2Client(clientSettings(times, place));
  return {
    has: async (EmailAddress) => {
      const get = new GetSuppressedDestinationCommand({ EmailAddress });
      return (await nullIf('NotFoundException', client.send(get))) !== null;
    },
    remove: async (EmailAddress) => {
      const remove = new DeleteSuppressedDestinationCommand({ EmailAddress });
      await nullIf('NotFoundException', client.send(remove));
    },
  };
}
