import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { ChangeSet } from '../../aws/change-set.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { bootstrapWords } from '../../aws/lookups.ts';
import { templateResources } from '../../aws/stack-template.ts';
import { agreed } from '../../terminal/dialog.ts';
import { discard, execute, prepare } from './change-set.ts';
import { noPlan, type Plan, planOf, planText } from './changes.ts';
import { readinessOf, settledStack } from './follow.ts';
import { widenings } from './permissions.ts';
import { bootstrapNeeded } from './preflight.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { expectRemovable, removeStack } from './removal.ts';
import { ruleSetType, withoutReplies } from './replies.ts';
import { saveSender } from './settings-snapshot.ts';
import { prepareTenants } from './tenants.ts';
import { changeSetName, type DeployWork, type Stopped } from './work.ts';

type Updated = { changed: boolean; plan: Plan };

/** Creates or updates the stack according to the settings, if the person agrees. */
export async function update(work: DeployWork): Promise<Updated | Stopped> {
  const { stack, place, interrupted } = work;
  const untouched = { left: 'Nothing was changed', next: 'run deploy again', interrupted };
  const outcome = await withRecoveryAdvice(untouched, async () => {
    const found = await settledStack(work, 'choose another stackName in postrider.json');
    const readiness = readinessOf(stack, place.region, found);
    const stopped =
      (await ensureBootstrapped(work)) ??
      (found !== null && readiness === 'remove and create'
        ? await removeFailedStack(work, found)
        : null);
    return stopped ?? agreedChange(work, readiness === 'update' ? found : null);
  });
  if (!('stopped' in outcome) && outcome.changed) {
    await withRecoveryAdvice(untouched, () => prepareTenants(work));
    if (outcome.plan.removed.some(({ type }) => type === ruleSetType)) await withoutReplies(work);
    await execute(work);
  }
  return outcome;
}

/** Prepares the change, shows it and asks the person. Deletes the change set if it will not be executed. */
async function agreedChange(
  work: DeployWork,
  there: StackState | null,
): Promise<Updated | Stopped> {
  const { dialog, interrupted } = work;
  let isWanted = false;
  try {
    const changeSet = await prepare(work, there);
    if (changeSet === null) {
      dialog.step('The stack does not change');
      return work.options.dryRun
        ? { stopped: 'dry run', plan: noPlan }
        : { changed: false, plan: noPlan };
    }
    const plan = await shownPlan(work, there, changeSet);
    const stopped = await stopsAt(work, plan);
    if (stopped !== null) return { stopped, plan };
    interrupted.throwIfAborted();
    await saveSender(work.snapshot);
    isWanted = true;
    return { changed: true, plan };
  } finally {
    if (!isWanted) await discard(work, there === null);
  }
}

async function shownPlan(work: DeployWork, there: StackState | null, { changes }: ChangeSet) {
  const { stack, stacks, place, dialog } = work;
  const before = there ? await stacks.template(stack) : null;
  const after = await stacks.template(stack, changeSetName);
  const resources = { before: templateResources(before), after: templateResources(after) };
  const plan = planOf(changes, resources.before);
  const text = planText(plan, widenings(resources.before, resources.after), there === null);
  dialog.line(`\n${stack} in ${place.region} of account ${place.account}\n\n${text}\n`);
  return plan;
}

/** Why a deployment stops here, or null. For a loss of data --yes is not enough. */
async function stopsAt(
  { dialog, options, stack }: DeployWork,
  { losses }: Plan,
): Promise<Stopped['stopped'] | null> {
  if (options.dryRun) return 'dry run';
  if (losses.length > 0 && !options.replaceData) {
    if (!dialog.interactive) {
      throw new ManageError(
        `This would separate ${stack} from its data (${losses.join('; ')}): add --replace-data to deploy this anyway`,
      );
    }
    const question = `This separates ${stack} from its data. Type the stack's name to continue: `;
    return (await dialog.ask(question)) === stack ? null : 'declined';
  }
  if (options.yes) return null;
  if (!dialog.interactive) return 'unasked';
  return (await agreed(dialog, 'Deploy this?')) ? null : 'declined';
}

/** Bootstraps the CDK if needed and if the person agrees. Null once the CDK can deploy. */
async function ensureBootstrapped(work: DeployWork): Promise<Stopped | null> {
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

/** Removes a failed first deployment, which accepts no change set. Null once removed. @throws {ManageError} */
async function removeFailedStack(work: DeployWork, rest: StackState): Promise<Stopped | null> {
  const { dialog, options, stack, interrupted } = work;
  const what = `The first deployment of ${stack} failed (${rest.status})`;
  if (options.dryRun) {
    throw new ManageError(
      `${what}, and CloudFormation cannot plan a change of a stack in this state`,
      [],
      {
        hint: 'deploy without --dry-run removes what is left, and creates the stack again',
      },
    );
  }
  expectRemovable(work, rest);
  dialog.line(`${what}. This removes the rest of it first, and keeps tables and users.`);
  if (!options.yes && !dialog.interactive) return { stopped: 'unasked', plan: noPlan };
  if (!options.yes && !(await agreed(dialog, 'Remove it and continue?'))) {
    return { stopped: 'declined', plan: noPlan };
  }
  const recovery = {
    left: `${stack} may be partly removed`,
    next: 'run deploy again, which continues',
    interrupted,
  };
  await withRecoveryAdvice(recovery, () => removeStack(work, rest));
  return null;
}
