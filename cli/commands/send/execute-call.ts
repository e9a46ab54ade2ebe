import * as z from 'zod/mini';
import { createClient, type ExecuteRequest, PostriderError } from '../../../client/src/index.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { replayedHeader } from '../../../shared/message/idempotency-key.ts';

/** How long a call waits for its answer. API Gateway stops waiting for a function after 29 seconds. */
const timeoutMs = 40_000;

export interface ExecuteCall {
  baseUrl: string;
  apiKey: string;
  idempotencyKey: string;
  body: ExecuteRequest;
}

/** The outcome of execute as the CLI prints it, without the mail of a callback. */
const answerShape = z.object({
  success: z.boolean(),
  type: z.string(),
  messageId: z.optional(z.string()),
  error: z.optional(z.string()),
  field: z.optional(z.string()),
});

/** An answer of execute. `repeated`: it is the answer to an earlier call with the same Idempotency-Key. */
export type ExecuteAnswer = z.output<typeof answerShape> & { repeated: boolean };

/** Calls execute once. @throws {ManageError} with the sentence of a refusal, and if no answer came */
export async function callExecute(call: ExecuteCall): Promise<ExecuteAnswer> {
  const { body, idempotencyKey, ...target } = call;
  let repeated = false;
  const client = createClient({
    ...{ ...target, timeoutMs, retries: 0 },
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      repeated = answer.headers.get(replayedHeader) === 'true';
      return answer;
    },
  });
  try {
    const outcome = await client.execute(body, { idempotencyKey });
    return { ...answerShape.parse(outcome), repeated };
  } catch (error) {
    throw error instanceof PostriderError ? refusalOf(error) : error;
  }
}

function refusalOf(cause: PostriderError): ManageError {
  const { status = 0, message, idempotencyKey } = cause;
  const sentence = status >= 400 ? `The API refused the mail with ${status}: ${message}` : message;
  return new ManageError(sentence, [], {
    cause,
    ...(status === 404 && { hint: 'template list shows every template' }),
    ...((status === 0 || status >= 500) && {
      hint: `run it again with --idempotency-key ${idempotencyKey}, which sends at most one mail`,
    }),
  });
}
