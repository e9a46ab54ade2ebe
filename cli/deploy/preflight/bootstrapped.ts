import { ManageError } from '../../../shared/manage/manage-error.ts';
import { explained } from '../explained.ts';
import { planOf } from '../stack/changes.ts';
import { agreed } from '../talk.ts';
import type { Stopped, Work } from '../work.ts';
import { bootstrapNeeded } from './preflight.ts';

/** Null once the CDK can deploy here. */
export async function bootstrapped(work: Work): Promise<Stopped | null> {
  const { cdk, talk, options, place, interrupted } = work;
  const needed = await bootstrapNeeded(place);
  if (needed === null) return null;
  const command = `npx cdk bootstrap aws://${place.account}/${place.region}`;
  if (options.dryRun) {
    throw new ManageError(needed, [], {
      hint: `a dry run does not do that; run ${command}, or deploy without --dry-run, which offers it`,
    });
  }
  if (!options.yes && !talk.interactive) {
    throw new ManageError(needed, [], { hint: `--yes does it, and so does ${command}` });
  }
  const question = `${needed}. This makes a bucket for assets and roles to deploy with, once for each region. Do it now?`;
  if (!options.yes && !(await agreed(talk, question))) {
    return { stopped: 'declined', plan: planOf([], new Map()) };
  }
  talk.step(`Bootstrapping the CDK in ${place.region}`);
  const standing = {
    left: 'CloudFormation goes on with the stack CDKToolkit',
    next: 'run deploy again',
    interrupted,
  };
  await explained(standing, () => cdk.bootstrap(place, interrupted));
  return null;
}
