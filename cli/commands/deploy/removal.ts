import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { StackResource, StackState } from '../../aws/cloudformation.ts';
import { templateResources } from '../../aws/stack-template.ts';
import { adviceOn } from './advice.ts';
import { failureSentence, followStack, lastEventOf, type StackWork } from './follow.ts';
import { ruleSetType, withoutReplies } from './replies.ts';

/** @throws {ManageError} if termination protection makes AWS refuse the removal */
export function expectRemovable(
  { stack, place }: Pick<StackWork, 'stack' | 'place'>,
  state: StackState,
) {
  if (!state.terminationProtection) return;
  throw new ManageError(
    `AWS does not remove the stack ${stack}, because its termination protection is on`,
    [],
    {
      hint: `switch it off with aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stack} --region ${place.region}, then run this again`,
    },
  );
}

/**
 * Empties the buckets first: CloudFormation deletes only empty ones, and the CDK's custom resource does not always empty
 * the page's (https://github.com/aws/aws-cdk/issues/33397). @throws {ManageError} with what is left, and a fix
 */
export async function removeStack(work: StackWork, state: StackState): Promise<void> {
  const { stack, stacks, dialog } = work;
  const resources = await stacks.resources(stack);
  if (resources.some(({ type }) => type === ruleSetType)) await withoutReplies(work);
  await emptyBuckets(work, resources);
  const since = await lastEventOf(work, state.id);
  dialog.step(`Removing ${stack}`);
  await begin(work);
  dialog.line('If you interrupt this, CloudFormation continues; run this again to follow it.');
  const ending = await followStack(work, {
    ...{ stackId: state.id, since, left: `CloudFormation continues the removal of ${stack}` },
    next: 'run this again to follow it',
  });
  if (ending.status === 'DELETE_COMPLETE') return;
  const hint =
    (await fixFor(work)) ??
    (ending.failure && adviceOn(ending.failure) ? undefined : 'run destroy again');
  throw new ManageError(failureSentence(`The removal of ${stack}`, ending), [], {
    ...(hint && { hint }),
  });
}

async function emptyBuckets(work: StackWork, resources: readonly StackResource[]): Promise<void> {
  const { stack, stacks, buckets, dialog } = work;
  const found = resources.filter(
    ({ type, physicalId }) => type === 'AWS::S3::Bucket' && physicalId !== '',
  );
  if (found.length === 0) return;
  const template = templateResources(await stacks.template(stack));
  for (const { logicalId, physicalId } of found) {
    if (template.get(logicalId)?.keptWhenRemoved) continue;
    dialog.step(`Emptying ${physicalId}`);
    const count = await buckets.empty(physicalId);
    if (count) dialog.line(`emptied  ${logicalId} (AWS::S3::Bucket): ${count} object versions`);
  }
}

/** Begins the removal. CloudFormation refuses some removals at once; the stack is then unchanged. */
async function begin({ stack, stacks }: StackWork): Promise<void> {
  try {
    await stacks.remove(stack);
  } catch (error) {
    const { name, message } = awsFault(error);
    if (name !== 'ValidationError') throw error;
    const advice = adviceOn({ type: '', reason: message });
    const why = message.replace(/[\s.]+$/, '');
    throw new ManageError(
      `CloudFormation refused to remove ${stack}: ${why}${advice ? `. ${advice}` : ''}`,
      [],
      { cause: error },
    );
  }
}

/** What to do about the resources that could not be removed; undefined if there are none. */
async function fixFor({ stack, stacks, place }: StackWork): Promise<string | undefined> {
  const failed = (await stacks.resources(stack)).filter(({ status }) => status === 'DELETE_FAILED');
  const ids = failed.map(({ logicalId }) => logicalId).join(' ');
  if (ids === '') return undefined;
  return `fix that and run destroy again; or leave ${ids} in AWS with aws cloudformation delete-stack --stack-name ${stack} --region ${place.region} --retain-resources ${ids}`;
}
