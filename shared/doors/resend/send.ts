import { refuse } from '../../engine/errors.ts';
import { maxSendBodyBytes } from '../../engine/limits.ts';
import { isJsonObject, typeName } from '../../http/contract.ts';
import { readJson, readJsonBody } from '../../http/json-body.ts';
import { header } from '../../http/proxy.ts';
import { batchCall, batchMails, executeCall, type MailResult } from '../calls.ts';
import type { Door, DoorReply } from '../door.ts';
import { DoorRefusal } from '../failure.ts';
import { resendError, resendReply } from './errors.ts';
import { resendMail } from './mail.ts';

export const resendSend: Door = {
  name: 'resend',
  resource: '/resend/emails',
  toV1: async (event) => {
    const mail = await resendMail(readJsonBody(event, maxSendBodyBytes));
    const reply = (result: MailResult) =>
      'id' in result ? resendReply(result) : resendError(result);
    return executeCall(event, mail, { name: 'resend', reply });
  },
  failed: resendError,
};

export const resendBatch: Door = {
  name: 'resend',
  resource: '/resend/emails/batch',
  toV1: async (event) => {
    const entries = readJson(event, maxSendBodyBytes);
    if (!Array.isArray(entries))
      throw new DoorRefusal('invalid', 'Request body must be a JSON array');
    const mails = await batchMails(entries, async (entry: unknown) => {
      if (!isJsonObject(entry))
        throw refuse('wrongType', 'Each mail', 'an object', typeName(entry));
      return resendMail(entry);
    });
    const strict = header(event, 'x-batch-validation')?.toLowerCase() !== 'permissive';
    const results = strict ? allOrNone : acceptedAndErrors;
    return batchCall(event, mails, { name: 'resend', strict, results, failed: resendError });
  },
  failed: resendError,
};

function acceptedAndErrors(results: readonly MailResult[]): DoorReply {
  const data = results.filter((result) => 'id' in result);
  const errors = results.flatMap((result, index) =>
    'id' in result ? [] : [{ index, message: result.error }],
  );
  return resendReply({ data, errors });
}

/** If nothing was accepted, the answer is the first error. */
function allOrNone(results: readonly MailResult[], isJudged: boolean): DoorReply {
  const data = results.filter((result) => 'id' in result);
  for (const [index, result] of results.entries()) {
    if ('id' in result) continue;
    const error = `emails[${index}]: ${result.error}`;
    if (isJudged || data.length === 0) return resendError({ ...result, error });
    const others = 'the others were accepted: repeat the batch with its Idempotency-Key';
    return resendError({ kind: 'failed', error: `${error}; ${others}` });
  }
  return resendReply({ data });
}
