import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** SES's own suppression list, which protects the sender for all accounts. */
export interface SesSuppressed {
  has: (address: string) => Promise<boolean>;
  remove: (address: string) => Promise<void>;
}

export function sesSuppressed(
  times: CallTimes,
  place: { region?: string | undefined; profile?: string | undefined },
): SesSuppressed {
  const { region, profile } = place;
  const client = new SESv2Client({
    ...(region && { region }),
    ...(profile && { profile }),
    ...callTimes(times),
  });
  return {
    has: (EmailAddress) =>
      unlessNone(client.send(new GetSuppressedDestinationCommand({ EmailAddress }))),
    remove: async (EmailAddress) => {
      await unlessNone(client.send(new DeleteSuppressedDestinationCommand({ EmailAddress })));
    },
  };
}

async function unlessNone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof NotFoundException) return false;
    throw error;
  }
}
