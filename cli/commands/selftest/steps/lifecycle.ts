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
import type { SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const lifecycle: SelftestStep = {
  code: 'lifecycle',
  asks: 'With --lifecycle: whether a second stack can be deployed, changed, destroyed and deployed again with its data, and its scheduled mails be woken up again',
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
  const [from] = await context.options.senders();
  const sending = sendingSettings(context.options.deployment.senders, from);
  const first = await scratch.deploy(region, sending);
  if (first.key === null) throw new ManageError('The first deployment created no key');
  const { key } = first;
  await expectKey(context, 'After the first deployment', first.deployment.baseUrl, key);
  const settings = { ...sending, ...changedSettings };
  const change = await scratch.deploy(region, settings);
  if (!change.changed) throw new ManageError('Another setting did not change the stack');
  await expectKey(context, 'After a change', change.deployment.baseUrl, key);
  const kept = from === undefined ? null : await scheduleMails(context, change, { key, from });
  const begin = performance.now();
  await scratch.destroy(region, false);
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
  const again = await scratch.deploy(region, settings);
  if (again.key !== null) {
    throw new ManageError('The second deployment created a new key: it did not import the tables');
  }
  await expectKey(context, 'After the second deployment', again.deployment.baseUrl, key);
  if (kept !== null) await requeue(context, again, kept);
  const mails =
    kept === null
      ? 'its schedules were not tested, because SES has verified no sender'
      : `its ${kept.ids.length} scheduled mails were woken up again`;
  const story = `${life}; its first removal took ${minutes} minutes, and ${mails}`;
  if (second === undefined) return ok(`${story}. It was removed with its data`);
  const elsewhere = await scratch.deploy(second, {});
  if (elsewhere.key === null) throw new ManageError(`The deployment in ${second} created no key`);
  await expectKey(context, `In ${second}`, elsewhere.deployment.baseUrl, elsewhere.key);
  return ok(`${story}. It was deployed in ${second} too, and both were removed with their data`);
}

const life = 'A second stack was deployed, changed, removed and deployed again with its old key';

/** This setting changes the functions that send, and nothing that holds data. */
const changedSettings = { messageRetentionDays: 31 };

/** Lets the stack send from the tested deployment's identity, so that it neither creates nor removes that identity. */
function sendingSettings(identities: readonly string[], from: string | undefined): object {
  const identity = identities.find((name) => name === from || from?.endsWith(`@${name}`));
  if (identity === undefined) return {};
  return { senders: [identity], identities: { [identity]: { existing: true } } };
}

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

/** How many mails wait in schedules of the stack while it is removed: as many as a batch has. */
const waiting = 100;

const monthMs = 30 * 24 * 60 * 60_000;

/** Schedules a mail for soon and a batch for next month: all of them wait in schedules, which the removal deletes. */
async function scheduleMails(
  context: StepContext,
  { deployment, accountId }: ScratchDeployment,
  { key, from }: { key: string; from: string },
) {
  const templateId = await saveMailTemplate(portsOf(deployment), accountId, from);
  const post = (path: string, fields: object) =>
    context.fetch(`${deployment.baseUrl}${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ templateId, variables: {}, ...fields }),
    });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const sendAt = inMs(context.options.waits.scheduleMs);
  const to = (label: string | number) => ({ _to: simulator(`success+${label}`) });
  const one = await post('/execute', { ...to('soon'), _sendAt: sendAt });
  const messages = Array.from({ length: waiting }, (_, nth) => to(nth + 1));
  const batch = await post('/batch', { messages, _sendAt: inMs(monthMs) });
  const [soon, others] = [scheduledId(one), scheduledIds(batch)];
  if (soon !== null && others.length === waiting) return { soon, sendAt, ids: [soon, ...others] };
  const answer = soon === null ? one : batch;
  throw new ManageError(`The request to schedule mails got ${inShort(answer)}`);
}

const portsOf = (deployment: ScratchDeployment['deployment']) => {
  return { ...connect(deployment), dashboard: null };
};

/**
 * Wakes the mails up as `message requeue --all` does, and waits for the one due soon.
 *
 * @throws {ManageError} if a mail was not found, or the one due soon was not delivered
 */
async function requeue(
  context: StepContext,
  { deployment, accountId }: ScratchDeployment,
  { soon, sendAt, ids }: Awaited<ReturnType<typeof scheduleMails>>,
): Promise<void> {
  const ports = portsOf(deployment);
  const scheduled = withWakeUps(ports, deployment);
  const woken = new Set(await requeueMessages(scheduled, accountId, { all: true }));
  const moreMs = Math.max(0, Date.parse(sendAt) - Date.now());
  const lost = ids.filter((id) => !woken.has(id) && (id !== soon || moreMs > 0)).length;
  if (lost > 0) throw new ManageError(`message requeue --all missed ${lost} scheduled mails`);
  context.options.progress(`Waiting ${Math.ceil(moreMs / 1000)} seconds for the time of a mail`);
  const until: StepContext['until'] = (...given) => context.until(...given);
  const following = { ports, options: context.options, until, keep: () => {} };
  const { problem } = await followMessage(following, { accountId }, soon, 'DELIVERED', { moreMs });
  if (problem !== null) throw new ManageError(`After message requeue --all: ${problem}`);
}
