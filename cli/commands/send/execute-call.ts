import * as z from 'zod/mini';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { idempotencyHeader, replayedHeader } from '../../../shared/message/idempotency-key.ts';
import { codeOf } from '../../files/error-code.ts';
import type { MailFields } from './mail-options.ts';

/** How long a call waits for its answer. API Gateway stops waiting for a function after 29 seconds. */
const answerMs = 40_000;

export interface ExecuteCall {
  /** The API's base address, with the stage. */
  baseUrl: string;
  apiKey: string;
  idempotencyKey: string;
  body: {
    templateId: string;
    variables: Record<string, unknown>;
    _to: string;
    _language?: string | undefined;
  } & MailFields;
}

/**
 * An answer of execute (spec §4.2). `html`, `text` and `subject` of a callback are left out. `repeated`: it is the answer
 * to an earlier call with the same Idempotency-Key.
 */
export type ExecuteAnswer = z.output<typeof answered> & { repeated: boolean };

const answered = z.object({
  success: z.boolean(),
  type: z.string(),
  messageId: z.optional(z.string()),
  error: z.optional(z.string()),
  field: z.optional(z.string()),
});
const refused = z.object({ error: z.string() });

/**
 * Calls execute once.
 *
 * @throws {ManageError} with the sentence of a refusal, and if no answer came
 */
export async function callExecute(call: ExecuteCall): Promise<ExecuteAnswer> {
  const { status, headers, text } = await post(call);
  const value = parseJson(text);
  const answer = status === 200 ? answered.safeParse(value).data : undefined;
  if (answer) return { ...answer, repeated: headers.get(replayedHeader) === 'true' };
  const { error } = refused.safeParse(value).data ?? {};
  if (error === undefined) {
    throw new ManageError(`${call.baseUrl} answered ${status}, but not as postrider does`, [], {
      hint: howToRepeat(call),
    });
  }
  throw new ManageError(`The API refused the mail with ${status}: ${error}`, [], {
    ...(status >= 500 && { hint: howToRepeat(call) }),
    ...(status === 404 && { hint: `${call.body.templateId} is not among those of template list` }),
  });
}

/** Node's codes for a connection that never began: the request did not leave this machine. */
const notConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

async function post({ baseUrl, apiKey, body, ...call }: ExecuteCall) {
  const { idempotencyKey } = call;
  try {
    const response = await fetch(`${baseUrl}/execute`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        [idempotencyHeader]: idempotencyKey,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const why = codeOf(cause) ?? (error instanceof Error ? error.message : String(error));
    if (notConnected.has(why)) {
      throw new ManageError(`Nothing was sent, because ${baseUrl} cannot be reached (${why})`);
    }
    throw new ManageError(
      `${baseUrl} gave no answer (${why}), so the mail may have been sent or not`,
      [],
      { hint: howToRepeat({ idempotencyKey }), cause: error },
    );
  }
}

/** A repeated call with the same key sends at most one mail. */
const howToRepeat = ({ idempotencyKey }: Pick<ExecuteCall, 'idempotencyKey'>) =>
  `run it again with --idempotency-key ${idempotencyKey}, which sends at most one mail`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
