import { acceptedMs, isMessageId } from '../../message/message-id.ts';
import { type Batch, batchDoor, sendDoor, type Translate } from '../calls.ts';
import { type Door, ok } from '../door.ts';
import type { Fields } from '../fields.ts';
import { postmarkError } from './errors.ts';
import { rawMail, templateMail } from './mail.ts';

const postmark = { name: 'postmark', failed: postmarkError } as const;

function accepted(id: string, { To }: Fields): object {
  const SubmittedAt = isMessageId(id) ? new Date(acceptedMs(id)).toISOString() : '';
  return { To, SubmittedAt, MessageID: id, ErrorCode: 0, Message: 'OK' };
}

export const postmarkSends: readonly Door[] = [
  sendDoor(postmark, '/postmark/email', rawMail, accepted),
  sendDoor(postmark, '/postmark/email/withTemplate', templateMail, accepted),
];

/** The mails of a batch. Each is judged alone, as Postmark does. */
const mailsIn = (entries: unknown, translate: Translate): Batch => ({
  entries,
  translate,
  reply: (results) =>
    ok(
      results.map((result, place) =>
        'id' in result ? accepted(result.id, Object(entries)[place]) : postmarkError(result).body,
      ),
    ),
});

export const postmarkBatches: readonly Door[] = [
  batchDoor(postmark, '/postmark/email/batch', (body) => mailsIn(body, rawMail)),
  batchDoor(postmark, '/postmark/email/batchWithTemplates', (body) =>
    mailsIn(Object(body).Messages, templateMail),
  ),
];
