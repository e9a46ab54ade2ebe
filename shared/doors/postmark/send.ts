import { maxSendBodyBytes } from '../../engine/limits.ts';
import { readJson, readJsonBody } from '../../http/json-body.ts';
import { acceptedMs, isMessageId } from '../../message/message-id.ts';
import { batchRequest, executeRequest } from '../calls.ts';
import { type Door, ok } from '../door.ts';
import type { Fields } from '../fields.ts';
import type { V1Mail } from '../mail.ts';
import { postmarkError } from './errors.ts';
import { rawMail, templateMail } from './mail.ts';

type Translate = (fields: Fields) => Promise<V1Mail>;

const postmark = { name: 'postmark', failed: postmarkError } as const;

const sendDoor = (resource: string, translate: Translate): Door => ({
  ...postmark,
  resource,
  toV1: async (event) => {
    const fields = readJsonBody(event, maxSendBodyBytes);
    return executeRequest(await translate(fields), (id) => acceptedEntry(id, fields));
  },
});

const batchDoor = (
  resource: string,
  translate: Translate,
  listIn: (body: unknown) => unknown = (body) => body,
): Door => ({
  ...postmark,
  resource,
  toV1: (event) => {
    const list = listIn(readJson(event, maxSendBodyBytes));
    return batchRequest(list, {
      mail: translate,
      reply: (results) =>
        ok(
          results.map((result, place) =>
            'id' in result
              ? acceptedEntry(result.id, Object(list)[place])
              : postmarkError(result).body,
          ),
        ),
    });
  },
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
  batchDoor('/postmark/email/batch', rawMail),
  batchDoor('/postmark/email/batchWithTemplates', templateMail, (body) => Object(body).Messages),
];
