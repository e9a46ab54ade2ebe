import { listAccounts } from '../../shared/adapters/accounts-table.ts';
import { deleteGatewayKey } from '../../shared/adapters/api-gateway-keys.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { cloudformationStacks, type Stacks } from '../../shared/adapters/cloudformation.ts';
import { type KeptResources, keptResources } from '../../shared/adapters/kept-resources.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { connect } from '../connect.ts';
import { failureSentence, followStack } from '../deploy/follow.ts';
import { checkPlace, type Place } from '../deploy/preflight.ts';
import { expectOurs, isSettled } from '../deploy/stack-status.ts';
import { agreed, type Talk } from '../deploy/talk.ts';
import { deploymentOnAws } from '../deployment.ts';
import type { EnvironmentTarget } from '../environment.ts';
import { type Leftover, leftBehind, type Parting, partingOf } from './leftovers.ts';
import { partingText } from './parting-text.ts';

export interface DestroyOptions {
  target: EnvironmentTarget;
  yes: boolean;
  deleteData: boolean;
  /** The stack's name, typed beforehand. */
  confirm?: string | undefined;
}

export interface DestroyPorts {
  talk: Talk;
  /** Between two looks at CloudFormation. */
  wait: () => Promise<void>;
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

/** A stack on its way out. */
interface Work extends DestroyPorts {
  options: DestroyOptions;
  stack: string;
  place: Place;
  stacks: Stacks;
  keptResources: KeptResources;
}

/**
 * Removes a stack; with `deleteData` first what would outlive it, so that a run which was cut off
 * still finds in the stack what it has to delete. Null where whoever was asked did not agree;
 * `unasked` where nobody could be.
 *
 * @throws {ManageError} where there is nothing to remove, and where AWS does not get through
 */
export async function destroy(
  options: DestroyOptions,
  ports: DestroyPorts,
): Promise<Destroyed | 'declined' | 'unasked'> {
  ports.talk.step('Checking credentials and region');
  const { stack } = options.target;
  const place = await checkPlace(options.target);
  const stacks = cloudformationStacks(atTerminal, place);
  const kept = keptResources(atTerminal, place);
  try {
    return await part({ ...ports, options, stack, place, stacks, keptResources: kept });
  } finally {
    stacks.close();
    kept.close();
  }
}

async function part(work: Work): Promise<Destroyed | 'declined' | 'unasked'> {
  const { talk, options, stack, place } = work;
  const wasThere = (await work.stacks.find(stack)) !== null;
  const stackId = await settledStack(work);
  if (wasThere && stackId === null && !options.deleteData) {
    return {
      stack,
      place,
      removed: 0,
      kept: await leftBehind(stack, work.keptResources),
      deleted: [],
    };
  }
  talk.step('Looking at what goes and what stays');
  const parting = await whatParts(work, stackId);
  talk.line(`\n${partingText(stack, place, parting, options.deleteData)}\n`);
  const answer = await asked(work);
  if (answer !== 'agreed') return answer;
  const data = options.deleteData ? parting.stays.filter(({ kind }) => kind !== 'other') : [];
  if (options.deleteData) await deleteGatewayKeys(work, stackId);
  await deleteData(work, data);
  if (stackId !== null) await remove(work, stackId);
  return {
    stack,
    place,
    removed: parting.goes.length,
    kept: parting.stays.filter((leftover) => !data.includes(leftover)),
    deleted: data,
  };
}

/** The stack's ARN once CloudFormation has come to an end with it; null where there is none. */
async function settledStack(work: Work): Promise<string | null> {
  const { talk, stack, stacks, wait } = work;
  const state = await stacks.find(stack);
  if (state === null) return null;
  expectOurs(stack, state);
  if (isSettled(state.status)) return state.id;
  talk.line(`${stack} is ${state.status} since an earlier run: waiting for its end`);
  const [last] = await stacks.happenings(state.id, null);
  await followStack({ stacks, stackId: state.id, since: last?.id ?? null, line: talk.line, wait });
  return settledStack(work);
}

async function whatParts(work: Work, stackId: string | null): Promise<Parting> {
  const { options, stack, place, stacks, keptResources } = work;
  if (stackId !== null) return partingOf(stack, stacks, keptResources);
  const stays = await leftBehind(stack, keptResources);
  if (stays.length > 0 && options.deleteData) return { goes: [], stays };
  const left = stays.map(({ name }) => name).join(', ');
  throw new ManageError(
    `There is no stack ${stack} in ${place.region}${left ? `, and of an earlier one ${left} were kept: --delete-data deletes them` : ''}`,
  );
}

/** What cannot be undone asks for more than a yes. */
async function asked({ talk, options, stack }: Work): Promise<'agreed' | 'declined' | 'unasked'> {
  const { yes, deleteData, confirm } = options;
  if (confirm === stack || (yes && !deleteData)) return 'agreed';
  if (!talk.interactive) return 'unasked';
  const agrees = deleteData
    ? (await talk.ask(`All of it is deleted for good. Type ${stack} to go on: `)) === stack
    : await agreed(talk, 'Remove it?');
  return agrees ? 'agreed' : 'declined';
}

/** The accounts' keys at API Gateway are no part of the stack, and of no use without the accounts. */
async function deleteGatewayKeys({ talk, stack, place }: Work, stackId: string | null) {
  if (stackId === null) return;
  talk.step("Deleting the accounts' keys at API Gateway");
  const deployment = await deploymentOnAws(stack, place.region).catch(() => null);
  if (deployment === null) return;
  const { accounts, usagePlans } = connect(deployment);
  for (const { gatewayKeyId } of await accountsLeft(accounts)) {
    await deleteGatewayKey(usagePlans, gatewayKeyId);
  }
}

/** None where an earlier run has deleted the table. */
async function accountsLeft(accounts: Parameters<typeof listAccounts>[0]) {
  try {
    return await listAccounts(accounts);
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return [];
    throw error;
  }
}

/** One by one: what was cut off goes on with the next. */
async function deleteData({ talk, keptResources }: Work, data: readonly Leftover[]) {
  for (const { kind, name } of data) {
    talk.step(`Deleting ${name}`);
    if (kind === 'table') await keptResources.deleteTable(name);
    else await keptResources.deletePool(name);
    talk.line(`deleted  ${name} (${kind})`);
  }
}

async function remove({ talk, stack, stacks, wait }: Work, stackId: string): Promise<void> {
  const [last] = await stacks.happenings(stackId, null);
  talk.step(`Removing ${stack}`);
  await stacks.remove(stack);
  talk.line('CloudFormation goes on by itself if this is interrupted; run it again to follow.');
  const since = last?.id ?? null;
  const ending = await followStack({ stacks, stackId, since, line: talk.line, wait });
  if (ending.status !== 'DELETE_COMPLETE') {
    throw new ManageError(failureSentence(`The removal of ${stack}`, ending), [], {
      hint: 'mend that, and run destroy again',
    });
  }
}
