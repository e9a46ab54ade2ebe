import { bootstrapVersion } from '../../shared/adapters/bootstrap.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { callerIdentity, configuredRegion } from '../../shared/adapters/caller-identity.ts';
import { sesIdentities } from '../../shared/adapters/ses-identities.ts';
import type { CheckResult } from '../../shared/manage/doctor/check.ts';
import { expiredSession } from '../../shared/manage/doctor/expired-session.ts';
import { noCredentials } from '../../shared/manage/doctor/no-credentials.ts';
import { notBootstrapped } from '../../shared/manage/doctor/not-bootstrapped.ts';
import { runChecks } from '../../shared/manage/doctor/run-checks.ts';
import { regionWithoutSes } from '../../shared/manage/doctor/wrong-region.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { wrongAccount } from '../deployment.ts';

/** Where a deployment is to be. */
export interface Place {
  account: string;
  region: string;
}

export interface PlaceWanted {
  stack: string;
  /** As the settings name them; undefined: those of the credentials. */
  account: string | undefined;
  region: string | undefined;
}

/** A name that no identity can have: whatever SES answers to it, it is there. */
const nobody = 'postrider.invalid';

/**
 * Whether there can be a deployment here: a region is known, the credentials are good and of the
 * right account, and the region has SES.
 *
 * @throws {ManageError} with the first thing that is wrong, and its mend
 */
export async function checkPlace({ stack, account, region }: PlaceWanted): Promise<Place> {
  const where = region ?? (await configuredRegion());
  const caller = () => callerIdentity(atTerminal, { ...(where && { region: where }) });
  const askSes = async () => sesIdentities(atTerminal, { region: where ?? undefined })(nobody);
  const results = [
    ...(await runChecks([noCredentials, expiredSession], { caller })),
    ...(await runChecks([regionWithoutSes], { region: async () => where, askSes })),
  ];
  // Without a region nobody can be asked who the credentials are of.
  const first = where === null ? results.reverse() : results;
  for (const result of first) refuse(result);
  const { account: found } = await caller();
  if (account !== undefined && found !== account) throw wrongAccount(stack, account, found);
  return { account: found, region: where ?? '' };
}

/** Why the CDK cannot deploy here yet, or null: bootstrapping mends it. */
export async function bootstrapNeeded({ account, region }: Place): Promise<string | null> {
  const [result] = await runChecks([notBootstrapped], {
    where: async () => ({ region }),
    caller: async () => ({ account }),
    bootstrapVersion: () => bootstrapVersion(atTerminal, { region }),
  });
  if (result?.status === 'broken') return result.found;
  if (result?.status === 'unknown') refuse(result);
  return null;
}

/** What is not known may be good: only what is asked for later tells. Who asks is to be known, though. */
function refuse({ code, status, found, mend }: CheckResult): void {
  if (status === 'ok' || status === 'skipped') return;
  if (status === 'unknown' && code === 'wrong-region') return;
  const [first, ...more] = mend.map(({ text }) => text);
  const steps = first && [`${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...more];
  throw new ManageError(found, [], steps ? { hint: steps.slice(0, 2).join(': ') } : {});
}
