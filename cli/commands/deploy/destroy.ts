import { deleteGatewayKey } from '../../../shared/adapters/api-gateway-keys.ts';
import { atDeployment } from '../../../shared/adapters/call-times.ts';
import { listAccounts } from '../../../shared/adapters/tables/accounts-table.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { buckets } from '../../aws/buckets.ts';
import { nullIf } from '../../aws/client.ts';
import { cloudformationStacks, type StackState } from '../../aws/cloudformation.ts';
import { type KeptResources, keptResources } from '../../aws/kept-resources.ts';
import { connect } from '../../connection/connect.ts';
import { deploymentIn, type StackPlace } from '../../connection/deployment.ts';
import { agreed } from '../../terminal/dialog.ts';
import { interruptible } from '../../terminal/stop-signal.ts';
import { countScheduled } from '../../upkeep/requeue-messages.ts';
import { type StackWork, settledStack } from './follow.ts';
import {
  type Destroyed,
  type Leftover,
  leftBehind,
  type RemovalPlan,
  removalPlanOf,
  removalPlanText,
} from './leftovers.ts';
import { checkPlace } from './preflight.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { expectRemovable, removeStack } from './removal.ts';

export interface DestroyOptions {
  target: StackPlace;
  yes: boolean;
  deleteData: boolean;
  confirm?: string | undefined;
}

interface DestroyWork extends StackWork {
  options: DestroyOptions;
  keptResources: KeptResources;
}

/** `declined`: the person did not agree; `unasked`: destroy could not ask, because there is no terminal. */
type NoAgreement = 'declined' | 'unasked';

/** With `deleteData` the tables and users go first, so that an interrupted run finds the rest in the stack. */
export async function destroy(
  options: DestroyOptions,
  ports: Pick<StackWork, 'dialog' | 'wait'>,
): Promise<Destroyed | NoAgreement> {
  ports.dialog.step('Checking credentials and region');
  const { stack } = options.target;
  const untouched = { left: 'Nothing was removed', next: 'run destroy again' };
  const place = await withRecoveryAdvice(untouched, () => checkPlace(options.target));
  const stacks = cloudformationStacks(atDeployment, place);
  const kept = keptResources(atDeployment, place);
  const s3 = buckets(atDeployment, place);
  const work = { ...ports, options, stack, place, stacks, keptResources: kept, buckets: s3 };
  return interruptible((interrupted) => removeIfAgreed({ ...work, interrupted }));
}

async function removeIfAgreed(work: DestroyWork): Promise<Destroyed | NoAgreement> {
  const { dialog, options, stack, place, stacks, interrupted } = work;
  const untouched = { left: 'Nothing was removed', next: 'run destroy again', interrupted };
  const wasThere = await withRecoveryAdvice(untouched, () => stacks.find(stack));
  const state = await withRecoveryAdvice(untouched, () =>
    settledStack(work, 'name a postrider stack with --stack or --environment'),
  );
  if (wasThere && state === null && !options.deleteData) {
    const kept = await leftBehind(stack, work.keptResources);
    return { stack, place, removed: 0, kept, deleted: [] };
  }
  const agreement = await withRecoveryAdvice(untouched, async () => {
    if (state) expectRemovable(work, state);
    dialog.step('Listing what will be removed and what is kept');
    const plan = await planRemoval(work, state);
    dialog.line(`\n${removalPlanText(stack, place, plan, options.deleteData)}\n`);
    return { plan, answer: await asked(work) };
  });
  const { plan, answer } = agreement;
  if (answer !== 'agreed') return answer;
  const deleted = options.deleteData ? plan.kept.filter(({ kind }) => kind !== 'other') : [];
  const begun = {
    left: `Part of ${stack} may be deleted already`,
    next: 'run destroy again, which removes the rest',
    interrupted,
  };
  await withRecoveryAdvice(begun, async () => {
    if (options.deleteData && state) await deleteGatewayKeys(work);
    await deleteData(work, deleted);
    if (state) await removeStack(work, state);
  });
  const kept = plan.kept.filter((leftover) => !deleted.includes(leftover));
  return { stack, place, removed: plan.removed.length, kept, deleted };
}

async function planRemoval(work: DestroyWork, state: StackState | null): Promise<RemovalPlan> {
  const { options, stack, place, stacks, keptResources } = work;
  if (state !== null) {
    const plan = await removalPlanOf(stack, stacks, keptResources);
    return { ...plan, scheduled: await scheduledIn(work) };
  }
  const kept = await leftBehind(stack, keptResources);
  if (kept.length > 0 && options.deleteData) return { removed: [], kept, scheduled: 0 };
  const left = kept.map(({ name }) => name).join(', ');
  const missing = `There is no stack ${stack} in ${place.region}`;
  if (left === '') throw new ManageError(missing, [], { code: 'unknown' });
  throw new ManageError(`${missing}, but an earlier one left ${left}`, [], {
    hint: 'destroy --delete-data deletes them',
  });
}

/** Asks the person. To delete data, --yes is not enough: the person gives --confirm, or types the stack's name. */
async function asked({ dialog, options, stack }: DestroyWork): Promise<'agreed' | NoAgreement> {
  const { yes, deleteData, confirm } = options;
  if (confirm === stack || (yes && !deleteData)) return 'agreed';
  if (!dialog.interactive) return 'unasked';
  const agrees = deleteData
    ? (await dialog.ask(`All of it will be deleted permanently. Type ${stack} to continue: `)) ===
      stack
    : await agreed(dialog, 'Remove it?');
  return agrees ? 'agreed' : 'declined';
}

/** Deletes one table or pool after the other: after an interruption the next run deletes the rest. */
async function deleteData(
  { dialog, keptResources, interrupted }: DestroyWork,
  data: readonly Leftover[],
) {
  for (const { kind, name } of data) {
    interrupted.throwIfAborted();
    dialog.step(`Deleting ${name}`);
    if (kind === 'table') await keptResources.deleteTable(name);
    else await keptResources.deletePool(name);
    dialog.line(`deleted  ${name} (${kind})`);
  }
}

/** Deletes the accounts' keys at API Gateway. A stack that failed early has no outputs and no keys. */
async function deleteGatewayKeys({ dialog, ...work }: StackWork): Promise<void> {
  dialog.step("Deleting the accounts' keys at API Gateway");
  const ports = await portsOf(work);
  if (ports === null) return;
  const { accounts, usagePlans } = ports;
  // An earlier run may have deleted the Accounts table.
  const records = (await nullIf('ResourceNotFoundException', listAccounts(accounts))) ?? [];
  for (const { gatewayKeyId } of records) await deleteGatewayKey(usagePlans, gatewayKeyId);
}

/** How many messages of all accounts are scheduled; null if the tables cannot be read. */
async function scheduledIn({ dialog, ...work }: StackWork): Promise<number | null> {
  dialog.step('Counting the scheduled messages');
  const ports = await portsOf(work);
  return ports && countScheduled(ports).catch(() => null);
}

/** The tables and clients of the stack; null if its creation failed before it had outputs. */
async function portsOf({ stack, stacks, place }: Pick<StackWork, 'stack' | 'stacks' | 'place'>) {
  const found = await stacks.find(stack);
  try {
    return connect(deploymentIn(found, stack, place.region), atDeployment);
  } catch (error) {
    if (error instanceof ManageError) return null;
    throw error;
  }
}
