import * as z from 'zod/mini';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { connect, withWakeUps } from '../../../connection/connect.ts';
import { requeueMessages } from '../../../upkeep/requeue-messages.ts';
import { followMessage, saveMailTemplate, scheduledId, simulator } from '../context/mail.ts';
import { inShort } from '../context/probe.ts';
import type { ScratchDeployment } from '../context/scratch-stack.ts';
import type { StepContext } from '../context/step-context.ts';

/** How many mails wait in schedules of the stack while it is removed: as many as a batch has. */
const waiting = 100;

const monthMs = 30 * 24 * 60 * 60_000;

const batchAnswer = z.object({ messages: z.array(z.unknown()) });

/** Mails that were scheduled before their stack was removed. */
export interface Kept {
  /** The one that is due soon, and its time. */
  soon: string;
  sendAt: string;
  /** Those that are due in a month. */
  others: readonly string[];
}

/** Schedules one mail for soon, and a batch of them for next month: each waits in a schedule, which the removal deletes. */
export async function scheduleMails(
  context: StepContext,
  { deployment, accountId }: ScratchDeployment,
  { key, from }: { key: string; from: string },
): Promise<Kept> {
  const ports = { ...connect(deployment), dashboard: null };
  const templateId = await saveMailTemplate(ports, accountId, from);
  const post = async (path: string, fields: object) => {
    const answer = await context.fetch(`${deployment.baseUrl}${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ templateId, variables: {}, ...fields }),
    });
    if (answer.status === 200) return { answer, body: JSON.parse(answer.text) as unknown };
    throw new ManageError(`The request to schedule mails got ${inShort(answer)}`);
  };
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const sendAt = inMs(context.options.waits.scheduleMs);
  const to = (label: string) => ({ _to: simulator(`success+${label}`) });
  const one = await post('/execute', { ...to('soon'), _sendAt: sendAt });
  const messages = Array.from({ length: waiting }, (_, nth) => to(`month-${nth + 1}`));
  const batch = await post('/batch', { messages, _sendAt: inMs(monthMs) });
  const soon = scheduledId(one.body);
  const others = batchAnswer.parse(batch.body).messages.flatMap((each) => scheduledId(each) ?? []);
  if (soon !== null && others.length === waiting) return { soon, sendAt, others };
  const { answer } = soon === null ? one : batch;
  throw new ManageError(`The request to schedule mails got ${inShort(answer)}`);
}

/** Wakes the mails up as `message requeue --all` does, and waits for the one that is due soon. Returns a problem, or null. */
export async function requeueProblem(
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
  const { problem } = await followMessage(following, { accountId }, soon, 'DELIVERED', leftMs);
  return problem;
}
