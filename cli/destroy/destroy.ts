import { atDeployment } from '../../shared/adapters/call-times.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { buckets } from '../aws/buckets.ts';
import { cloudformationStacks, type StackState } from '../aws/cloudformation.ts';
import { type KeptResources, keptResources } from '../aws/kept-resources.ts';
import type { EnvironmentTarget } from '../connection/environment.ts';
import { explained } from '../deploy/explained.ts';
import { interruptible } from '../deploy/interruption.ts';
import { checkPlace, type Place } from '../deploy/preflight/preflight.ts';
import { settledStack } from '../deploy/stack/settled-stack.ts';
import { agreed, type Talk } from '../deploy/talk.ts';
import { deleteGatewayKeys } from './gateway-keys.ts';
import { type Leftover, leftBehind, type Parting, partingOf } from './leftovers.ts';
import { partingText } from './parting-text.ts';
import { expectRemovable, type Removal, removeStack } from './removal.ts';

export interface DestroyOptions {
  target: EnvironmentTarget;
  yes: boolean;
  deleteData: boolean;
  /** The stack's name, typed beforehand. */
  confirm?: string | undefined;
}

export interface DestroyPorts {
  talk: Talk;
  /** Between two looks at CloudFormation; aborted by the signal. */
  wait: (interrupted?: AbortSignal) => Promise<void>;
}

export interface Destroyed {
  stack: string;
  place: Place;
  /** How many resources went with the stack. */
  removed: number;
  /** What is there still, and what is not. */
  kept: Leftover[];
  deleted: Leftover[];
}

/** A stack that is being removed, and what outlives it. */
interface Work extends Removal {
  options: DestroyOptions;
  keptResources: KeptResources;
}

/** `declined`: the person who was asked did not agree; `unasked`: there was none to ask. */
export type Undone = 'declined' | 'unasked';

/**
 * Removes a stack; with `deleteData` first what would outlive it, so that a run which was cut off
 * still finds in the stack what it has to delete.
 *
 * @throws {ManageError} where there is nothing to remove, and where AWS does not get through
 */
export async function destroy(
  options: DestroyOptions,
  ports: DestroyPorts,
): Promise<Destroyed | Undone> {
  ports.talk.step('Checking credentials and region');
  const { stack } = options.target;
  const untouched = { left: 'Nothing was removed', next: 'run destroy again' };
  const place = await explained(untouched, () => checkPlace(options.target));
  const stacks = cloudformationStacks(atDeployment, place);
  const kept = keptResources(atDeployment, place);
  const s3 = buckets(atDeployment, place);
  try {
    const work = { ...ports, options, stack, place, stacks, keptResources: kept, buckets: s3 };
    return await interruptible((interrupted) => part({ ...work, interrupted }));
  } finally {
    stacks.close();
    kept.close();
    s3.close();
  }
}

async function part(work: Work): Promise<Destroyed | Undone> {
  const { talk, options, stack, place, stacks, interrupted } = work;
  const untouched = { left: 'Nothing was removed', next: 'run destroy again', interrupted };
  const wasThere = await explained(untouched, () => stacks.find(stack));
  const state = await explained(untouched, () =>
    settledStack({ ...work, ifAnothers: 'name one of postrider with --stack or --environment' }),
  );
  if (wasThere && state === null && !options.deleteData) {
    const kept = await leftBehind(stack, work.keptResources);
    return { stack, place, removed: 0, kept, deleted: [] };
  }
  const agreement = await explained(untouched, async () => {
    if (state) expectRemovable(work, state);
    talk.step('Looking at what goes and what stays');
    const parting = await whatParts(work, state);
    talk.line(`\n${partingText(stack, place, parting, options.deleteData)}\n`);
    return { parting, answer: await asked(work) };
  });
  const { parting, answer } = agreement;
  if (answer !== 'agreed') return answer;
  const deleted = options.deleteData ? parting.stays.filter(({ kind }) => kind !== 'other') : [];
  const begun = {
    left: `Part of ${stack} may be deleted already`,
    next: 'run destroy again, which goes on with the rest',
    interrupted,
  };
  await explained(begun, async () => {
    if (options.deleteData && state) await deleteGatewayKeys(work);
    await deleteData(work, deleted);
    if (state) await removeStack(work, state);
  });
  const kept = parting.stays.filter((leftover) => !deleted.includes(leftover));
  return { stack, place, removed: parting.goes.length, kept, deleted };
}

async function whatParts(work: Work, state: StackState | null): Promise<Parting> {
  const { options, stack, place, stacks, keptResources } = work;
  if (state !== null) return partingOf(stack, stacks, keptResources);
  const stays = await leftBehind(stack, keptResources);
  if (stays.length > 0 && options.deleteData) return { goes: [], stays };
  const left = stays.map(({ name }) => name).join(', ');
  throw new ManageError(
    `There is no stack ${stack} in ${place.region}${left ? `, and an earlier one left ${left} behind: destroy --delete-data deletes them` : ''}`,
  );
}

/** What cannot be undone asks for more than a yes. */
async function asked({ talk, options, stack }: Work): Promise<'agreed' | Undone> {
  const { yes, deleteData, confirm } = options;
  if (confirm === stack || (yes && !deleteData)) return 'agreed';
  if (!talk.interactive) return 'unasked';
  const agrees = deleteData
    ? (await talk.ask(`All of it is deleted for good. Type ${stack} to go on: `)) === stack
    : await agreed(talk, 'Remove it?');
  return agrees ? 'agreed' : 'declined';
}

/** One by one: a run that was cut off goes on with the next. */
async function deleteData({ talk, keptResources, interrupted }: Work, data: readonly Leftover[]) {
  for (const { kind, name } of data) {
    interrupted.throwIfAborted();
    talk.step(`Deleting ${name}`);
    if (kind === 'table') await keptResources.deleteTable(name);
    else await keptResources.deletePool(name);
    talk.line(`deleted  ${name} (${kind})`);
  }
}
