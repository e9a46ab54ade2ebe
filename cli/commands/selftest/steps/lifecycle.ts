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
import { connect, withWakeUps } from '../../../connection/connect.ts';
import { toFailure } from '../../../terminal/failure.ts';
import { requeueMessages } from '../../../upkeep/requeue-messages.ts';
import { differenceOf, inShort, refusalOf } from '../context/http.ts';
import {
  followMessage,
  saveMailTemplate,
  scheduledId,
  scheduledIds,
  simulator,
} from '../context/mail.ts';
import type { ScratchDeployment, ScratchStack } from '../context/scratch-stack.ts';
import type { Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const lifecycle: Step = {
  code: 'lifecycle',
  asks: 'With --lifecycle: whether a second stack can be deployed, changed, destroyed and deployed again with its data, and its scheduled mails be woken up again',
  costs: {},
  async run(context) {
    const { scratch } = context.options;
    if (scratch === null) return skipped('--lifecycle deploys and destroys a second stack on AWS');
    const progress = { done: 'nothing yet' };
    try {
      const finding = await lifeOf(context, scratch, progress);
      return (await removed(scratch)) ?? finding;
    } catch (error) {
      const left = await removed(scratch);
      if (left !== null) return left;
      return broken(`After ${progress.done}: ${toFailure(error).error}`);
    }
  },
};

/** Deploys, changes, removes and deploys the stack again, and tests the key after each deployment. */
async function lifeOf(
  context: StepContext,
  scratch: ScratchStack,
  progress: { done: string },
): Promise<Finding> {
  const [region, second] = scratch.regions;
  const [from] = await context.options.senders();
  const sending = sendingSettings(context.options.deployment.senders, from);
  const first = await scratch.deploy(region, sending);
  progress.done = 'the first deployment';
  if (first.key === null) return broken('The first deployment of a new stack created no key');
  const { key } = first;
  const after = async (done: string, baseUrl: string) => {
    progress.done = done;
    const difference = await keyProblem(context, baseUrl, key);
    return difference === null ? null : broken(`After ${done} the key ${difference}`);
  };
  const atFirst = await after('the first deployment', first.deployment.baseUrl);
  if (atFirst !== null) return atFirst;
  const change = await scratch.deploy(region, { ...sending, ...changedSettings });
  if (!change.changed) return broken('Another setting did not change the stack');
  const changed = await after('a change', change.deployment.baseUrl);
  if (changed !== null) return changed;
  const kept = from === undefined ? null : await scheduleMails(context, change, { key, from });
  const begin = performance.now();
  await scratch.destroy(region, false);
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
  progress.done = 'a removal that keeps the tables';
  const again = await scratch.deploy(region, { ...sending, ...changedSettings });
  if (again.key !== null)
    return broken('The second deployment created a new key: it did not import the tables');
  const back = await after('the second deployment', again.deployment.baseUrl);
  if (back !== null) return back;
  const lost = kept && (await requeueProblem(context, again, kept));
  if (lost !== null) return broken(`After the second deployment: ${lost}`);
  const mails =
    kept === null
      ? 'its schedules were not tested, because SES has verified no sender'
      : `its ${kept.others.length + 1} scheduled mails were woken up again`;
  const story = `${life}; its first removal took ${minutes} minutes, and ${mails}`;
  if (second === undefined) return ok(`${story}. It was removed with its data`);
  const elsewhere = await scratch.deploy(second, {});
  progress.done = `the deployment in ${second}`;
  if (elsewhere.key === null) return broken(`The deployment in ${second} created no key`);
  const other = await keyProblem(context, elsewhere.deployment.baseUrl, elsewhere.key);
  if (other !== null) return broken(`In ${second} the key ${other}`);
  return ok(`${story}. It was deployed in ${second} too, and both were removed with their data`);
}

const life = 'A second stack was deployed, changed, removed and deployed again with its old key';

/** Lets the stack send from the tested deployment's identity, so that the stack neither creates nor removes it. */
function sendingSettings(identities: readonly string[], from: string | undefined): object {
  const identity = identities.find((name) => name === from || from?.endsWith(`@${name}`));
  if (identity === undefined) return {};
  return { senders: [identity], identities: { [identity]: { existing: true } } };
}

/** This setting changes the functions that send, and nothing that holds data. */
const changedSettings = { messageRetentionDays: 31 };

/**
 * Tries this key until a request works or API Gateway's time for a new key is over. Returns what is wrong then;
 * null if it works.
 */
async function keyProblem(
  context: StepContext,
  baseUrl: string,
  key: string,
): Promise<string | null> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  let difference: string | null = 'was not tested';
  await context.until(context.options.waits.keyMs, async () => {
    const answer = await context.fetch(`${baseUrl}/render`, { headers, body: '{}' });
    difference = differenceOf(answer, refusalOf('required', 'template_id'));
    return difference === null ? true : null;
  });
  return difference;
}

/** Removes the stack with its data in every region. Returns null if nothing is left. */
async function removed({ name, regions, destroy }: ScratchStack): Promise<Finding | null> {
  const left: string[] = [];
  for (const region of regions) {
    const sentence = await whatIsLeft(() => destroy(region, true));
    if (sentence !== null) left.push(`${region ?? 'the region'}: ${sentence}`);
  }
  if (left.length === 0) return null;
  return broken(
    `${name} could not be removed: ${left.join('; ')}`,
    say('Remove it, in its region'),
    run(`${program} destroy --stack ${name} --delete-data --confirm ${name}`),
  );
}

/**
 * Destroys the stack twice: the second call must find neither a stack nor anything that it kept, and then this
 * returns null.
 */
async function whatIsLeft(destroy: () => Promise<void>): Promise<string | null> {
  let sentence = 'it still exists after its removal';
  for (let tries = 0; tries < 2; tries++) {
    try {
      await destroy();
    } catch (error) {
      if (error instanceof ManageError && error.code === 'unknown') return null;
      sentence = toFailure(error).error;
    }
  }
  return sentence;
}

/** How many mails wait in schedules of the stack while it is removed: as many as a batch has. */
const waiting = 100;

const monthMs = 30 * 24 * 60 * 60_000;

/** Mails that were scheduled before their stack was removed: one is due soon (`sendAt`), the others in a month. */
type Kept = Awaited<ReturnType<typeof scheduleMails>>;

/** Schedules one mail for soon, and a batch of them for next month: each waits in a schedule, which the removal deletes. */
async function scheduleMails(
  context: StepContext,
  { deployment, accountId }: ScratchDeployment,
  { key, from }: { key: string; from: string },
) {
  const ports = { ...connect(deployment), dashboard: null };
  const templateId = await saveMailTemplate(ports, accountId, from);
  const post = (path: string, fields: object) =>
    context.fetch(`${deployment.baseUrl}${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ templateId, variables: {}, ...fields }),
    });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const sendAt = inMs(context.options.waits.scheduleMs);
  const to = (label: string) => ({ _to: simulator(`success+${label}`) });
  const one = await post('/execute', { ...to('soon'), _sendAt: sendAt });
  const messages = Array.from({ length: waiting }, (_, nth) => to(`month-${nth + 1}`));
  const batch = await post('/batch', { messages, _sendAt: inMs(monthMs) });
  const [soon, others] = [scheduledId(one), scheduledIds(batch)];
  if (soon !== null && others.length === waiting) return { soon, sendAt, others };
  const answer = soon === null ? one : batch;
  throw new ManageError(`The request to schedule mails got ${inShort(answer)}`);
}

/** Wakes the mails up as `message requeue --all` does, and waits for the one due soon. Returns a problem, or null. */
async function requeueProblem(
  context: StepContext,
  { deployment, accountId }: ScratchDeployment,
  { soon, sendAt, others }: Kept,
): Promise<string | null> {
  const ports = { ...connect(deployment), dashboard: null };
  const scheduled = withWakeUps(ports, deployment);
  const woken = new Set(await requeueMessages(scheduled, accountId, { all: true }));
  const lost = others.filter((id) => !woken.has(id)).length;
  if (lost > 0) return `message requeue --all did not find ${lost} of ${waiting} scheduled mails`;
  const leftMs = Math.max(0, Date.parse(sendAt) - Date.now());
  context.options.progress(`Waiting ${Math.ceil(leftMs / 1000)} seconds for the time of a mail`);
  const following = {
    ports,
    options: context.options,
    until: context.until.bind(context),
    keep: context.keep.bind(context),
  };
  const { problem } = await followMessage(following, { accountId }, soon, 'DELIVERED', {
    moreMs: leftMs,
  });
  return problem;
}
