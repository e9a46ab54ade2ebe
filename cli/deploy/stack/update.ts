import type { ChangeSet } from '../../aws/change-set.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { stopsAt } from '../agreement.ts';
import { execute } from '../execute.ts';
import { explained } from '../explained.ts';
import { planText } from '../plan-text.ts';
import { bootstrapped } from '../preflight/bootstrapped.ts';
import { type Widening, widenings } from '../preflight/permissions.ts';
import { changeSetName, type Stopped, type Work } from '../work.ts';
import { discard, prepare } from './change-set.ts';
import { type Plan, planOf } from './changes.ts';
import { clearAway } from './clear-away.ts';
import { keepSender } from './keep-sender.ts';
import { settledStack } from './settled-stack.ts';
import { readinessOf } from './stack-status.ts';
import { templateOutputs, templateResources } from './stack-template.ts';

export interface Updated {
  changed: boolean;
  plan: Plan;
}

/** Brings the stack to what the settings say, if the person who is asked agrees. */
export async function update(work: Work): Promise<Updated | Stopped> {
  const { stack, place, interrupted } = work;
  const untouched = { left: 'Nothing was changed', next: 'run deploy again', interrupted };
  const agreed = await explained(untouched, async () => {
    const found = await settledStack({
      ...work,
      ifAnothers: 'choose another stackName in settings.json',
    });
    const readiness = readinessOf(stack, place.region, found);
    const stopped =
      (await bootstrapped(work)) ??
      (found !== null && readiness === 'clear away' ? await clearAway(work, found) : null);
    return stopped ?? agreedChange(work, readiness === 'update' ? found : null);
  });
  if ('stopped' in agreed) return agreed;
  if (agreed.changed) await execute(work);
  return agreed;
}

/** Prepares the change and shows it. What was prepared and is not wanted leaves no trace. */
async function agreedChange(work: Work, there: StackState | null): Promise<Updated | Stopped> {
  const { talk, interrupted } = work;
  const prepared = { isWanted: false };
  try {
    const changeSet = await prepare(work, there);
    if (changeSet === null) {
      talk.step('Nothing of the stack changes');
      const plan = planOf([], new Map());
      return work.options.dryRun ? { stopped: 'dry run', plan } : { changed: false, plan };
    }
    const plan = await shownPlan(work, there, changeSet);
    const stopped = await stopsAt(work, plan);
    if (stopped !== null) return { stopped, plan };
    interrupted.throwIfAborted();
    if (await keepSender(work.snapshot)) talk.line(editedMeanwhile);
    prepared.isWanted = true;
    return { changed: true, plan };
  } finally {
    if (!prepared.isWanted) await discard(work, there === null);
  }
}

const editedMeanwhile =
  'The settings file was edited while this ran. This deployment is made of the earlier text: deploy again to bring the edit.';

async function shownPlan(work: Work, there: StackState | null, { changes }: ChangeSet) {
  const { stack, stacks, place, talk } = work;
  const before = there ? await stacks.template(stack) : null;
  const after = await stacks.template(stack, changeSetName);
  const resources = { before: templateResources(before), after: templateResources(after) };
  const outputs = { before: templateOutputs(before), after: templateOutputs(after) };
  const plan = planOf(changes, resources.before, outputs);
  const wider: Widening[] = widenings(resources.before, resources.after);
  const text = planText(plan, wider, there === null);
  talk.line(`\n${stack} in ${place.region} of account ${place.account}\n\n${text}\n`);
  return plan;
}
