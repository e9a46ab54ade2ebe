import * as z from 'zod';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { attachmentsOf } from '../../harness/files.ts';
import { randomFrom } from '../../harness/random.ts';
import { bodyOf } from '../../harness/send.ts';
import { sendUntilEnd } from '../caller.ts';
import {
  answerOf,
  type CalledFunction,
  executionLine,
  httpEvent,
  replyOf,
} from '../functions/call.ts';
import { Send } from '../judge.ts';
import type { SoakPart } from '../part.ts';
import { isOver, readReply, type SoakReply } from '../replies.ts';
import { accountId, messagePlace, startWorld } from '../soak-world.ts';

const messagesPerBatch = 10;

/** The batch as its caller sees it, and its messages, in the order of the batch's answers. */
interface Batch {
  send: Send;
  messages: Send[];
}

const answered = z.object({
  messages: z.array(z.looseObject({ type: z.string(), status: z.optional(z.number()) })),
});

/**
 * Sends mails in batches through `batch` and `due`, in the world of the scheduled mails. A caller repeats a batch with its
 * Idempotency-Key until each of its messages has a final answer.
 */
export const runBatches: SoakPart = async (options, stops) => {
  const { seed, environments } = options;
  const count = Math.ceil(options.sends / messagesPerBatch);
  const batches = Array.from({ length: count }, (_, number) => newBatch(`batch-${seed}-${number}`));
  const messagesOf = new Map(batches.map(({ send, messages }) => [send.id, messages]));
  const sends = batches.flatMap(({ messages }) => messages);
  const world = await startWorld(
    {
      ...{ ...options, sends },
      wakeUpIdOf: (_, { body }) => messagePlace.parse(body).messageId,
    },
    stops,
  );
  const line = executionLine(world.begin('batch', environments), {
    seed,
    accountOf: () => accountId,
    isSteady: () => true,
    requestOf: ({ id, key }) => httpEvent(accountId, batchBody(messagesOf.get(id) ?? []), key),
    read: ({ id }, called) => readBatch(id, messagesOf.get(id) ?? [], called),
  });
  const one = ({ send }: Batch) => sendUntilEnd(send, line, randomFrom(seed, send.id));
  await inParallel(batches, one, environments);
  await world.settled();
  const result = await world.result();
  const requests = batches.reduce((all, { send }) => all + send.replies.length, 0);
  return { ...result, ends: { ...result.ends, requests } };
};

/** Its messages are due when they are accepted, by the clock of `batch`, so no wake-up is too early. */
const newBatch = (id: string): Batch => ({
  send: new Send(id),
  messages: Array.from(
    { length: messagesPerBatch },
    (_, at) => new Send(`${id}-${at}`, { isSoon: true, sendAtMs: -Infinity }),
  ),
});

const batchBody = (messages: readonly Send[]) =>
  JSON.stringify({
    messages: messages.map(({ id }) => JSON.parse(bodyOf(id, undefined, attachmentsOf(id)))),
  });

/** Gives each message its reply. The batch is over when each of its messages is. */
function readBatch(id: string, messages: readonly Send[], called: CalledFunction): SoakReply {
  const replies = repliesOf(called, messages.length);
  for (const [at, { replies: known }] of messages.entries()) {
    const reply = replies[at];
    if (reply) known.push(reply);
  }
  const open = replies.find((reply) => !isOver(reply));
  return open ?? { kind: 'scheduled', id, body: '' };
}

function repliesOf(called: CalledFunction, count: number): SoakReply[] {
  const answer = answerOf(called);
  if (answer?.statusCode !== 200) return Array.from({ length: count }, () => replyOf(called));
  const { messages } = answered.parse(JSON.parse(answer.body));
  return messages.map((each) => readReply(each.status ?? 200, JSON.stringify(each)));
}
