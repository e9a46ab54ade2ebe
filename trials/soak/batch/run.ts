import * as z from 'zod';
import type { Stops } from '../../../local/stops.ts';
import { attachmentsOf } from '../../harness/files.ts';
import { lanes } from '../../harness/lanes.ts';
import { randomFrom } from '../../harness/random.ts';
import { bodyOf } from '../../harness/send.ts';
import { sendUntilEnd } from '../caller.ts';
import type { Invoked } from '../function/environment.ts';
import { eventOf, executionLine, replyOf } from '../function/lines.ts';
import type { Executed, Execution } from '../function/messages.ts';
import type { Send } from '../judge.ts';
import { isOver, type Reply, readReply } from '../replies.ts';
import type { ScheduledSend } from '../scheduled/judge-scheduled.ts';
import { judgeWorld, type ScheduledRun, type ScheduledRunOptions } from '../scheduled/run.ts';
import { accountId, startWorld } from '../scheduled/world.ts';

const messagesPerBatch = 10;

/** A batch as its caller sees it; its messages have the answers at their places. */
interface Batch extends Send {
  messages: ScheduledSend[];
}

const wakeUp = z.object({ messageId: z.string() });

const answer = z.object({
  messages: z.array(z.looseObject({ type: z.string(), status: z.optional(z.number()) })),
});

/**
 * Sends mails in batches through `batch` and `due`, in the world of the scheduled mails. A caller repeats a batch with its
 * Idempotency-Key until each of its messages has a final answer.
 */
export async function runBatches(
  { sends: count, onEnded, ...options }: ScheduledRunOptions,
  stops: Stops,
): Promise<ScheduledRun> {
  const { seed, environments } = options;
  const batches = Array.from({ length: Math.ceil(count / messagesPerBatch) }, (_, number) =>
    newBatch(seed, number),
  );
  const byId = new Map(batches.map((batch) => [batch.id, batch]));
  const sends = batches.flatMap(({ messages }) => messages);
  const world = await startWorld(
    {
      ...options,
      sends,
      // A batch gives its messages to the queue while it is answered.
      untilEnded: async () => undefined,
      wakeUpIdOf: (_, { body }) => wakeUp.parse(body).messageId,
    },
    stops,
  );
  const line = executionLine(world.begin<Execution, Executed>('batch', environments), {
    seed,
    meetings: world.meetings,
    accountOf: () => accountId,
    isSteady: () => true,
    requestOf: ({ id, key }) => eventOf(accountId, batchBody(byId.get(id)), key),
    read: ({ id }, invoked) => readBatch(byId.get(id), invoked),
  });
  const callers = lanes(environments);
  let ended = 0;
  const one = async (batch: Batch) => {
    await sendUntilEnd(batch, line, randomFrom(seed, batch.id));
    ended += messagesPerBatch;
    onEnded?.(ended);
  };
  await Promise.all(batches.map((batch) => callers.use(() => one(batch))));
  await world.settled();
  const run = await judgeWorld(world, sends, { asked: 0, tooLate: 0 });
  return { ...run, requests: batches.reduce((sum, { replies }) => sum + replies.length, 0) };
}

function newBatch(seed: number, number: number): Batch {
  const id = `batch-${seed}-${number}`;
  const key = `key-${id}`;
  const messages = Array.from({ length: messagesPerBatch }, (_, place): ScheduledSend => {
    // It is due when it is accepted, by the clock of `batch`: no time is too early.
    const times = { isSoon: true, sendAtMs: -Infinity, isEarly: false };
    const known = { woken: [], isCancelOpen: false, cancelled: [] };
    return { id: `${id}-${place}`, key, replies: [], endLost: false, ...times, ...known };
  });
  return { id, key, replies: [], endLost: false, messages };
}

const batchBody = (batch?: Batch) =>
  JSON.stringify({
    messages: batch?.messages.map(({ id }) => JSON.parse(bodyOf(id, undefined, attachmentsOf(id)))),
  });

/** Gives each message its reply. The batch is over when each of its messages is. */
function readBatch(batch: Batch | undefined, invoked: Invoked<Executed>): Reply {
  const sends = batch?.messages ?? [];
  const replies = repliesOf(invoked, sends.length);
  for (const [place, send] of sends.entries()) {
    const reply = replies[place];
    if (reply) send.replies.push(reply);
  }
  const open = replies.find((reply) => !isOver(reply));
  return open ?? { kind: 'scheduled', id: batch?.id ?? '', body: '' };
}

function repliesOf(invoked: Invoked<Executed>, count: number): Reply[] {
  if (invoked.ended === 'answered' && invoked.answer.answer.statusCode === 200) {
    const { messages } = answer.parse(JSON.parse(invoked.answer.answer.body));
    return messages.map((each) => readReply(each.status ?? 200, JSON.stringify(each)));
  }
  return Array.from({ length: count }, () => replyOf(invoked));
}
