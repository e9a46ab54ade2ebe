import { ManageError } from '../../../shared/manage/manage-error.ts';
import { bootstrapWords } from '../../aws/lookups.ts';
import { agreed } from '../../terminal/dialog.ts';
import { noPlan } from './changes.ts';
import { bootstrapNeeded } from './preflight.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import type { Stopped, Work } from './work.ts';

/** Bootstraps the CDK if needed and if the person agrees. Null once the CDK can deploy. */
export async function ensureBootstrapped(work: Work): Promise<Stopped | null> {
  const { cdk, dialog, options, interrupted } = work;
  const place = { ...work.place, qualifier: work.snapshot.settings.bootstrapQualifier };
  const needed = await bootstrapNeeded(place);
  if (needed === null) return null;
  const command = `npx cdk ${bootstrapWords(place).join(' ')}`;
  if (options.dryRun) {
    throw new ManageError(needed, [], {
      hint: `a dry run does not bootstrap; run ${command}, or deploy without --dry-run, which offers it`,
    });
  }
  if (!options.yes && !dialog.interactive) {
    throw new ManageError(needed, [], { hint: `add --yes, or run ${command}` });
  }
  const question = `${needed}. Bootstrapping creates a bucket for assets and roles to deploy with, once for each region. Do it now?`;
  if (!options.yes && !(await agreed(dialog, question))) {
    return { stopped: 'declined', plan: noPlan };
  }
  dialog.step(`Bootstrapping the CDK in ${place.region}`);
  const recovery = {
    left: 'CloudFormation continues with the stack CDKToolkit',
    next: 'run deploy again',
    interrupted,
  };
  await withRecoveryAdvice(recovery, () => cdk.bootstrap(place, interrupted));
  return null;
}
