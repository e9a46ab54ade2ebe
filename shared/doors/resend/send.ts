import { header } from '../../http/proxy.ts';
import { batchDoor, type MailResult, sendDoor } from '../calls.ts';
import { type DoorReply, ok } from '../door.ts';
import { resend, resendError } from './errors.ts';
import { resendMail } from './mail.ts';

export const resendSend = sendDoor(resend, '/resend/emails', resendMail, (id) => ({ id }));

export const resendBatch = batchDoor(resend, '/resend/emails/batch', (entries, event) => {
  const strict = header(event, 'x-batch-validation')?.toLowerCase() !== 'permissive';
  const reply = strict ? allOrNone : acceptedAndErrors;
  return { entries, translate: resendMail, strict, reply };
});

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
