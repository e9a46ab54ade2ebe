import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Buckets } from '../aws/buckets.ts';
import type { StackResource, StackState, Stacks } from '../aws/cloudformation.ts';
import { adviceOn } from '../deploy/advice.ts';
import { failureSentence } from '../deploy/ending.ts';
import { explained } from '../deploy/explained.ts';
import type { Place } from '../deploy/preflight/preflight.ts';
import { followStack } from '../deploy/stack/follow.ts';
import { templateResources } from '../deploy/stack/stack-template.ts';
import type { Talk } from '../deploy/talk.ts';

/** A stack that CloudFormation is to remove, and that it is not working on. */
export interface Removal {
  stack: string;
  place: Place;
  stacks: Stacks;
  buckets: Buckets;
  talk: Talk;
  wait: (interrupted?: AbortSignal) => Promise<void>;
  interrupted: AbortSignal;
}

/** @throws {ManageError} where AWS would refuse the removal as a whole */
export function expectRemovable(
  { stack, place }: Pick<Removal, 'stack' | 'place'>,
  state: StackState,
) {
  if (!state.terminationProtection) return;
  throw new ManageError(
    `The termination protection of the stack ${stack} is on, so AWS does not remove it`,
    [],
    {
      hint: `switch it off with aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stack} --region ${place.region}, then run this again`,
    },
  );
}

/**
 * Empties the stack's buckets, removes the stack, and follows that to its end. CloudFormation deletes
 * no bucket with anything in it, and the stack's own resource that should empty the page's bucket
 * does not do so in every version (https://github.com/aws/aws-cdk/issues/33397).
 *
 * @throws {ManageError} with what CloudFormation could not remove, and the way on
 */
export async function removeStack(work: Removal, state: StackState): Promise<void> {
  const { stack, stacks, talk, wait, interrupted } = work;
  const resources = await stacks.resources(stack);
  await emptyBuckets(work, resources);
  const passedOver = state.status === 'DELETE_FAILED' ? failedOnes(resources).filter(isCustom) : [];
  for (const { logicalId, type } of passedOver) talk.line(`passed over  ${logicalId} (${type})`);
  const [last] = await stacks.happenings(state.id, null);
  talk.step(`Removing ${stack}`);
  await begin(
    work,
    passedOver.map(({ logicalId }) => logicalId),
  );
  talk.line('CloudFormation goes on by itself if this is interrupted; run it again to follow.');
  const standing = {
    left: `CloudFormation goes on with the removal of ${stack}`,
    next: 'run this again to follow it',
    interrupted,
  };
  const ending = await explained(standing, () =>
    followStack({
      stacks,
      stackId: state.id,
      since: last?.id ?? null,
      line: talk.line,
      wait: () => wait(interrupted),
    }),
  );
  if (ending.status === 'DELETE_COMPLETE') return;
  const hint =
    (await wayOn(work)) ?? (ending.failure && adviceOn(ending.failure) ? undefined : again);
  throw new ManageError(failureSentence(`The removal of ${stack}`, ending), [], {
    ...(hint && { hint }),
  });
}

/** Those that stay with their content are none of this stack's business any more. */
async function emptyBuckets(work: Removal, resources: readonly StackResource[]): Promise<void> {
  const { stack, stacks, buckets, talk } = work;
  const found = resources.filter(
    ({ type, physicalId }) => type === 'AWS::S3::Bucket' && physicalId !== '',
  );
  if (found.length === 0) return;
  const template = templateResources(await stacks.template(stack));
  for (const { logicalId, physicalId } of found) {
    if (template.get(logicalId)?.keptWhenRemoved) continue;
    talk.step(`Emptying ${physicalId}`);
    const count = await buckets.empty(physicalId);
    if (count) talk.line(`emptied  ${logicalId} (AWS::S3::Bucket): ${count} object versions`);
  }
}

/** CloudFormation refuses some removals at once, and that leaves the stack as it was. */
async function begin({ stack, stacks }: Removal, passedOver: readonly string[]): Promise<void> {
  try {
    await stacks.remove(stack, passedOver);
  } catch (error) {
    const refused = error instanceof Error && error.name === 'ValidationError';
    if (!refused) throw error;
    const advice = adviceOn({ type: '', reason: error.message });
    const why = error.message.replace(/[\s.]+$/, '');
    throw new ManageError(
      `CloudFormation does not remove ${stack}: ${why}${advice ? `. ${advice}` : ''}`,
      [],
      { cause: error },
    );
  }
}

const failedOnes = (resources: readonly StackResource[]) =>
  resources.filter(({ status }) => status === 'DELETE_FAILED');

/**
 * A custom resource is nothing by itself: a function does what it stands for. Where the function was
 * deleted first, no removal of it ever succeeds, and nothing is left behind without it.
 */
const isCustom = ({ type }: StackResource) =>
  type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';

const again = 'run destroy again';

/** What helps with the resources that could not be removed; undefined where CloudFormation names none. */
async function wayOn({ stack, stacks, place }: Removal): Promise<string | undefined> {
  const failed = failedOnes(await stacks.resources(stack));
  const ids = failed.map(({ logicalId }) => logicalId).join(' ');
  if (failed.length === 0) return undefined;
  if (failed.every(isCustom)) return `${again}, which passes over ${ids}`;
  return `fix that and run destroy again; or leave ${ids} in AWS with aws cloudformation delete-stack --stack-name ${stack} --region ${place.region} --retain-resources ${ids}`;
}
