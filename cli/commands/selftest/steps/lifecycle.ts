import { program } from '../../../../shared/command.ts';
import {
  broken,
  type Finding,
  ok,
  run,
  say,
  skipped,
} from '../../../../shared/manage/doctor/check.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { toFailure } from '../../../terminal/failure.ts';
import { differenceOf, refusalOf } from '../context/http.ts';
import type { ScratchStack } from '../context/scratch-stack.ts';
import type { Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const lifecycle: Step = {
  code: 'lifecycle',
  asks: 'With --lifecycle: whether a second stack can be deployed, changed, destroyed and deployed again with its data',
  async run(context) {
    const { scratch } = context.options;
    if (scratch === null) return skipped('--lifecycle deploys and destroys a second stack on AWS');
    const finding = await lifeOf(context, scratch).catch((error) => broken(toFailure(error).error));
    return (await removed(scratch)) ?? finding;
  },
};

/**
 * Deploys, changes, removes and deploys the stack again, and tests the key after each deployment.
 *
 * @throws {ManageError} with what went wrong
 */
async function lifeOf(context: StepContext, scratch: ScratchStack): Promise<Finding> {
  const [region, second] = scratch.regions;
  const first = await scratch.deploy(region, {});
  if (first.key === null) throw new ManageError('The first deployment created no key');
  const { key } = first;
  await expectKey(context, 'After the first deployment', first.baseUrl, key);
  const change = await scratch.deploy(region, changedSettings);
  if (!change.changed) throw new ManageError('Another setting did not change the stack');
  await expectKey(context, 'After a change', change.baseUrl, key);
  await scratch.destroy(region, false);
  const again = await scratch.deploy(region, changedSettings);
  if (again.key !== null) {
    throw new ManageError('The second deployment created a new key: it did not import the tables');
  }
  await expectKey(context, 'After the second deployment', again.baseUrl, key);
  if (second === undefined) return ok(`${life}. It was removed with its data`);
  const elsewhere = await scratch.deploy(second, {});
  if (elsewhere.key === null) throw new ManageError(`The deployment in ${second} created no key`);
  await expectKey(context, `In ${second}`, elsewhere.baseUrl, elsewhere.key);
  return ok(`${life}. It was deployed in ${second} too, and both were removed with their data`);
}

const life = 'A second stack was deployed, changed, removed and deployed again with its old key';

/** This setting changes the functions that send, and nothing that holds data. */
const changedSettings = { messageRetentionDays: 31 };

/**
 * Tries this key until a request works or API Gateway's time for a new key is over.
 *
 * @throws {ManageError} if no request worked
 */
async function expectKey(context: StepContext, when: string, baseUrl: string, key: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  let difference: string | null = null;
  await context.until(context.options.waits.keyMs, async () => {
    const answer = await context.fetch(`${baseUrl}/render`, { headers, body: '{}' });
    difference = differenceOf(answer, refusalOf('required', 'template_id'));
    return difference === null ? true : null;
  });
  if (difference !== null) throw new ManageError(`${when} the key ${difference}`);
}

/** Removes the stack with its data in every region. Returns null if nothing is left. */
async function removed({ name, regions, destroy }: ScratchStack): Promise<Finding | null> {
  const left: string[] = [];
  for (const region of regions) {
    try {
      await destroy(region, true);
    } catch (error) {
      const isGone = error instanceof ManageError && error.code === 'unknown';
      if (!isGone) left.push(`${region ?? 'the region'}: ${toFailure(error).error}`);
    }
  }
  if (left.length === 0) return null;
  return broken(
    `${name} could not be removed: ${left.join('; ')}`,
    say('Remove it, in its region'),
    run(`${program} destroy --stack ${name} --delete-data --confirm ${name}`),
  );
}
