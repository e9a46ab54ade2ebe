import { GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { type CallTimes, callTimes } from '../call-times.ts';

/** How far SES is with an identity; `absent` where it knows none of this name in the region. */
export type IdentityStatus = 'verified' | 'pending' | 'failed' | 'absent';

/** Makes the look-up of sender identities. What `settings` do not name comes from the environment. */
export function sesIdentities(
  times: CallTimes,
  { region }: { region?: string | undefined } = {},
): (identity: string) => Promise<IdentityStatus> {
  const client = new SESv2Client({ ...(region && { region }), ...callTimes(times) });
  return async (EmailIdentity) => {
    try {
      const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
      return statusOf(found);
    } catch (error) {
      if (error instanceof NotFoundException) return 'absent';
      throw error;
    }
  };
}

/**
 * An address of a verified domain may send although it is not verified itself, which the first
 * attribute tells; the second says why not.
 *
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetEmailIdentity.html
 */
function statusOf({
  VerifiedForSendingStatus: maySend,
  VerificationStatus: status,
}: {
  VerifiedForSendingStatus?: boolean | undefined;
  VerificationStatus?: string | undefined;
}): IdentityStatus {
  if (maySend) return 'verified';
  return status === 'FAILED' ? 'failed' : 'pending';
}
