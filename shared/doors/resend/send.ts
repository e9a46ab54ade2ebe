import { maxSendBodyBytes } from '../../engine/limits.ts';
import { readJson, readJsonBody } from '../../http/json-body.ts';
import { header } from '../../http/proxy.ts';
import { batchRequest, executeRequest, type MailResult } from '../calls.ts';
import { type Door, type DoorReply, ok } from '../door.ts';
import { resendError } from './errors.ts';
import { resendMail } from './mail.ts';

export const resendSend: Door = {
  name: 'resend',
  resource: '/resend/emails',
  toV1: async (event) => {
    const mail = await resendMail(readJsonBody(event, maxSendBodyBytes));
    return executeRequest(mail, (id) => ({ id }));
  },
  failed: resendError,
};

export const resendBatch: Door = {
  name: 'resend',
  resource: '/resend/emails/batch',
  toV1: (event) => {
    const strict = header(event, 'x-batch-validation')?.toLowerCase() !== 'permissive';
    const reply = strict ? allOrNone : acceptedAndErrors;
    return batchRequest(readJson(event, maxSendBodyBytes), { mail: resendMail, strict, reply });
  },
  failed: resendError,
};

function acceptedAndErrors(results: readonly MailResult[]): DoorReply {
  const errors = results.flatMap((result, index) =>
    'id' in result ? [] : [{ index, message: result.error }],
  );
  return ok({ data: results.filter((result) => 'id' in result), errors });
}

/** If nothing was accepted, the answer is the first error. */
function allOrNone(results: readonly MailResult[]): DoorReply {
  const data = results.filter((result) => 'id' in result && result.id !== '');
  for (const [index, result] of results.entries()) {
    if ('id' in result) continue;
    const error = `emails[${index}]: ${result.error}`;
    if (data.length === 0) return resendError({ ...result, error });
    const others = 'the others were accepted: repeat the batch with its Idempotency-Key';
    return resendError({ kind: 'flow_error', error: `${error}; ${others}` });
  }
  return ok({ data });
}
