import { refuse } from '../../engine/errors.ts';
import { maxSendBodyBytes } from '../../engine/limits.ts';
import { isJsonObject, typeName } from '../../http/contract.ts';
import { readJson, readJsonBody } from '../../http/json-body.ts';
import { acceptedMs, isMessageId } from '../../message/message-id.ts';
import { batchCall, batchMails, executeCall, type MailResult } from '../calls.ts';
import type { Door, DoorReply } from '../door.ts';
import { DoorRefusal } from '../failure.ts';
import type { Fields } from '../fields.ts';
import type { V1Mail } from '../mail.ts';
import { errorEntry, postmarkError } from './errors.ts';
import { rawMail, templateMail } from './mail.ts';

type Translate = (fields: Fields) => Promise<V1Mail>;

const sendDoor = (resource: string, translate: Translate): Door => ({
  name: 'postmark',
  resource,
  toV1: async (event) => {
    const fields = readJsonBody(event, maxSendBodyBytes);
    const reply = (result: MailResult): DoorReply =>
      'id' in result
        ? { status: 200, body: JSON.stringify(acceptedEntry(result.id, fields)) }
        : postmarkError(result);
    return executeCall(event, await translate(fields), { name: 'postmark', reply });
  },
  failed: postmarkError,
});

const batchDoor = (
  resource: string,
  translate: Translate,
  listIn: (body: unknown) => unknown,
): Door => ({
  name: 'postmark',
  resource,
  toV1: async (event) => {
    const list = listIn(readJson(event, maxSendBodyBytes));
    if (!Array.isArray(list)) throw new DoorRefusal('invalid', 'The mails must be a JSON array');
    const mails = await batchMails(list, async (entry: unknown) => {
      if (!isJsonObject(entry))
        throw refuse('wrongType', 'Each mail', 'an object', typeName(entry));
      return translate(entry);
    });
    const results = (each: readonly MailResult[]): DoorReply => {
      const entries = each.map((result, place) =>
        'id' in result ? acceptedEntry(result.id, list[place]) : errorEntry(result),
      );
      return { status: 200, body: JSON.stringify(entries) };
    };
    return batchCall(event, mails, { name: 'postmark', results, failed: postmarkError });
  },
  failed: postmarkError,
});

function acceptedEntry(id: string, { To }: Fields): object {
  const SubmittedAt = isMessageId(id) ? new Date(acceptedMs(id)).toISOString() : '';
  return { To, SubmittedAt, MessageID: id, ErrorCode: 0, Message: 'OK' };
}

export const postmarkSends: readonly Door[] = [
  sendDoor('/postmark/email', rawMail),
  sendDoor('/postmark/email/withTemplate', templateMail),
];

/** Each mail is judged alone, as Postmark does. */
export const postmarkBatches: readonly Door[] = [
  batchDoor('/postmark/email/batch', rawMail, (body) => body),
  batchDoor('/postmark/email/batchWithTemplates', templateMail, (body) =>
    isJsonObject(body) ? body.Messages : undefined,
  ),
];
