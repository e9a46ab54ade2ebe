import { beforeDeployment } from '../../../shared/adapters/call-times.ts';
import { sesSetup } from '../../../shared/adapters/ses/ses-setup.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { bootstrapVersion } from '../../aws/bootstrap.ts';
import { callerIdentity, configuredRegion } from '../../aws/caller-identity.ts';
import { lambdaAccount } from '../../aws/lambda-account.ts';
import { wrongAccount } from '../../connection/deployment.ts';
import { accountNotActive } from '../../doctor/checks/account-not-active.ts';
import { expiredSession } from '../../doctor/checks/expired-session.ts';
import { noCredentials } from '../../doctor/checks/no-credentials.ts';
import { notBootstrapped } from '../../doctor/checks/not-bootstrapped.ts';
import { regionWithoutSes } from '../../doctor/checks/wrong-region.ts';

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

/** A name that no identity can have: any answer of SES to it shows that SES is there. */
const nobody = 'postrider.invalid';

/**
 * Whether there can be a deployment here: a region is known, the credentials are good and of the
 * right account, and the region has SES.
 *
 * @throws {ManageError} with the first thing that is wrong, and the way on
 */
export async function checkPlace({ stack, account, region }: PlaceWanted): Promise<Place> {
  const where = region ?? (await configuredRegion());
  const caller = () => callerIdentity(beforeDeployment, { ...(where && { region: where }) });
  const askSes = async () =>
    sesSetup(beforeDeployment, { region: where ?? undefined }).identity(nobody);
  const results = [
    ...(await runChecks([noCredentials, expiredSession], { caller })),
    ...(await runChecks([accountNotActive, regionWithoutSes], {
      region: async () => where,
      askSes,
      lambdaAccount: () => lambdaAccount(beforeDeployment, { region: where ?? undefined }),
    })),
  ];
  // Without a region there is no service to ask who the credentials belong to.
  const first = where === null ? results.reverse() : results;
  for (const result of first) refuse(result);
  const { account: found } = await caller();
  if (account !== undefined && found !== account) throw wrongAccount(stack, account, found);
  return { account: found, region: where ?? '' };
}

/** Why the CDK cannot deploy here yet, or null: bootstrapping helps. */
export async function bootstrapNeeded({ account, region }: Place): Promise<string | null> {
  const [result] = await runChecks([notBootstrapped], {
    where: async () => ({ region }),
    caller: async () => ({ account }),
    bootstrapVersion: () => bootstrapVersion(beforeDeployment, { region }),
  });
  if (result?.status === 'broken') return result.found;
  if (result?.status === 'unknown') refuse(result);
  return null;
}

/** Where these are not known, all may be well: later calls tell. */
const mayBeUnknown = [regionWithoutSes.code, accountNotActive.code];

/** Throws for what is in the way: a check that is broken, or one that has to be known and is not. */
function refuse({ code, status, found, mend }: CheckResult): void {
  if (status === 'ok' || status === 'skipped') return;
  if (status === 'unknown' && mayBeUnknown.includes(code)) return;
  const silent = /no answer|no such host/i.test(found);
  if (silent) throw new ManageError(found, [], { hint: 'check the network, and run this again' });
  const [first, ...more] = mend.map(({ text }) => text);
  const steps = first && [`${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...more];
  throw new ManageError(found, [], steps ? { hint: steps.slice(0, 2).join(': ') } : {});
}
