import { beforeDeployment } from '../../../shared/adapters/call-times.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { deployTo } from '../../../shared/manage/doctor/where.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { bucketRegion } from '../../aws/buckets.ts';
import { callerIdentity, configuredRegion } from '../../aws/caller-identity.ts';
import { type BootstrapPlace, bootstrapVersion, lambdaAccount } from '../../aws/lookups.ts';
import { sesSetup } from '../../aws/ses-setup.ts';
import { attachmentBucket } from '../../checks/attachment-bucket.ts';
import { accountNotActive, notBootstrapped } from '../../checks/aws-account.ts';
import { expiredSession, noCredentials } from '../../checks/credentials.ts';
import { wrongRegion } from '../../checks/wrong-region.ts';
import { type StackPlace, wrongAccount } from '../../connection/deployment.ts';

export interface AwsPlace {
  account: string;
  region: string;
}

/** No identity can have this name. If SES answers a call about it in any way, the region has SES. */
const noIdentity = 'postrider.invalid';

/** Checks the region, its SES, and the credentials. @throws {ManageError} with the first problem, and a fix */
export async function checkPlace({ stack, account, region }: StackPlace): Promise<AwsPlace> {
  const where = region ?? (await configuredRegion());
  const caller = () => callerIdentity(beforeDeployment, { ...(where && { region: where }) });
  const askSes = async () =>
    sesSetup(beforeDeployment, { region: where ?? undefined }).identity(noIdentity);
  const results = [
    ...(await runChecks([noCredentials, expiredSession], { caller })),
    ...(await runChecks([accountNotActive, wrongRegion], {
      region: async () => where,
      askSes,
      lambdaAccount: () => lambdaAccount(beforeDeployment, { region: where ?? undefined }),
    })),
  ];
  // Without a region the credentials cannot be checked, so that problem comes first.
  const first = where === null ? results.reverse() : results;
  for (const result of first) refuse(result);
  const { account: found } = await caller();
  if (account !== undefined && found !== account) throw wrongAccount(stack, account, found);
  return { account: found, region: where ?? '' };
}

export async function bootstrapNeeded(place: BootstrapPlace): Promise<string | null> {
  const { account, region, qualifier } = place;
  const [result] = await runChecks([notBootstrapped], {
    where: async () => ({ region, options: '' }),
    caller: async () => ({ account }),
    bootstrapQualifier: async () => qualifier,
    bootstrapVersion: () => bootstrapVersion(beforeDeployment, { region, qualifier }),
  });
  if (result?.status === 'broken') return result.found;
  if (result?.status === 'unknown') refuse(result);
  return null;
}

/** Accepts a bucket that AWS tells nothing about. @throws {ManageError} for one that is not in this region */
export async function checkBuckets(names: readonly string[], { region }: AwsPlace): Promise<void> {
  const [result] = await runChecks([attachmentBucket], {
    where: async () => ({ region, options: '' }),
    attachmentBuckets: async () => names,
    bucketRegion: (name) => bucketRegion(beforeDeployment, { name, region }),
    bucketKey: async () => null,
    deployCommand: async () => deployTo({ region }),
  });
  if (result) refuse(result);
}

/** The checks whose result may be unknown: a later call fails if there is a problem. */
const mayBeUnknown = [wrongRegion.code, accountNotActive.code, attachmentBucket.code];

/** Throws if a check found a problem, or if its result is unknown but required. */
function refuse({ code, status, found, fault, fix }: CheckResult): void {
  if (status === 'ok' || status === 'skipped') return;
  if (status === 'unknown' && mayBeUnknown.includes(code)) return;
  if (fault === 'no answer' || fault === 'no such host') {
    throw new ManageError(found, [], { hint: 'check the network, and run this again' });
  }
  const [first, ...more] = fix.map(({ text }) => text);
  const steps = first && [`${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...more];
  throw new ManageError(found, [], steps ? { hint: steps.slice(0, 2).join(': ') } : {});
}
