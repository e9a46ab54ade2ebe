import {
  broken,
  type Finding,
  ok,
  run,
  say,
  skipped,
} from '../../../shared/manage/doctor/check.ts';
import { toFailure } from '../../terminal/failure.ts';
import type { Bench } from '../bench.ts';
import { differenceOf, refusalOf } from '../probe.ts';
import type { ScratchStack } from '../scratch-stack.ts';
import type { Step } from '../step.ts';

export const lifecycle: Step = {
  code: 'lifecycle',
  asks: 'With --lifecycle: whether a second stack can be deployed, changed, destroyed and deployed again with its data',
  costs: {},
  lasts: 'half an hour; with --second-region 15 minutes more',
  leaves: 'nothing; in a region that was never used, the stack CDKToolkit',
  async run(bench) {
    const { scratch } = bench.options;
    if (scratch === null) return skipped('--lifecycle deploys and destroys a second stack on AWS');
    const progress = { done: 'nothing yet' };
    try {
      const finding = await lived(bench, scratch, progress);
      return (await removed(scratch)) ?? finding;
    } catch (error) {
      const left = await removed(scratch);
      if (left !== null) return left;
      return broken(`After ${progress.done}: ${toFailure(error).error}`);
    }
  },
};

/** One life and the beginning of a second, and a look at the key after each step. */
async function lived(
  bench: Bench,
  scratch: ScratchStack,
  progress: { done: string },
): Promise<Finding> {
  const [region, second] = scratch.regions;
  const first = await scratch.deploy(region, {});
  progress.done = 'the first deployment';
  if (first.key === null) return broken('The first deployment of a new stack made no key');
  const { key } = first;
  const after = async (done: string, baseUrl: string) => {
    progress.done = done;
    const difference = await keyProblem(bench, baseUrl, key);
    return difference === null ? null : broken(`After ${done} the key ${difference}`);
  };
  const atFirst = await after('the first deployment', first.baseUrl);
  if (atFirst !== null) return atFirst;
  const change = await scratch.deploy(region, changedSettings);
  if (!change.changed) return broken('Another setting changed nothing of the stack');
  const changed = await after('a change', change.baseUrl);
  if (changed !== null) return changed;
  await scratch.destroy(region, false);
  progress.done = 'a removal that keeps the tables';
  const again = await scratch.deploy(region, changedSettings);
  if (again.key !== null)
    return broken('The second deployment made a new key: it has not taken the tables in');
  const back = await after('the second deployment', again.baseUrl);
  if (back !== null || second === undefined)
    return back ?? ok(`${story}, and removed with its data`);
  const elsewhere = await scratch.deploy(second, {});
  progress.done = `the deployment in ${second}`;
  if (elsewhere.key === null) return broken(`The deployment in ${second} made no key`);
  const other = await keyProblem(bench, elsewhere.baseUrl, elsewhere.key);
  if (other !== null) return broken(`In ${second} the key ${other}`);
  return ok(`${story}, deployed in ${second} beside it, and both removed with their data`);
}

const story = 'A second stack was deployed, changed, removed and deployed again with its old key';

/** It reaches every function that sends, and nothing that holds data. */
const changedSettings = { messageRetentionDays: 31 };

/** What is wrong with a request with this key, once API Gateway has had its time; null for nothing. */
async function keyProblem(bench: Bench, baseUrl: string, key: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  let difference: string | null = 'was not asked';
  await bench.until(bench.options.patience.keyMs, async () => {
    const answer = await bench.fetch(`${baseUrl}/render`, { headers, body: '{}' });
    difference = differenceOf(answer, refusalOf('required', 'template_id'));
    return difference === null ? true : null;
  });
  return difference;
}

/**
 * Removes the stack with its data in every region, and looks once more whether anything is left:
 * destroy then finds nothing to remove. Null where nothing is.
 */
async function removed({ name, regions, destroy }: ScratchStack): Promise<Finding | null> {
  const left: string[] = [];
  for (const region of regions) {
    const sentence = await lastWord(
      () => destroy(region, true),
      () => destroy(region, true),
    );
    if (sentence !== null) left.push(`${region ?? 'the region'}: ${sentence}`);
  }
  if (left.length === 0) return null;
  return broken(
    `${name} could not be removed: ${left.join('; ')}`,
    say('Remove it, with the region it is in'),
    run(`npm run -s postrider -- destroy --stack ${name} --delete-data --confirm ${name}`),
  );
}

/** Null where in the end there is no such stack, and nothing that it has kept. */
async function lastWord(...tries: (() => Promise<void>)[]): Promise<string | null> {
  let sentence: string | null = 'it is found each time it is looked for';
  for (const attempt of tries) {
    try {
      await attempt();
    } catch (error) {
      sentence = toFailure(error).error;
      if (/^There is no stack \S+ in \S+$/.test(sentence)) return null;
    }
  }
  return sentence;
}
