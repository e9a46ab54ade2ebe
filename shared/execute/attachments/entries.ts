import * as z from 'zod/mini';
import { refuse } from '../../engine/errors.ts';
import { checkContract, isJsonObject, requiredString, typeName } from '../../http/contract.ts';
import { oncePerList } from '../../once-per-list.ts';

/** `_attachments` in a contract. `attachmentEntries` checks its entries. */
export const attachmentList = z.custom<readonly unknown[]>(Array.isArray, 'an array');

/** An entry of `_attachments`: a file. It has either `content` or `s3`. */
export const attachmentEntry = z.looseObject({
  name: requiredString,
  /** The file in standard base64. */
  content: z.optional(z.string()),
  /** The file's place in S3: `s3://bucket/key`. */
  s3: z.optional(z.string()),
  /** The Content-ID, for a file that the HTML shows. */
  cid: z.optional(z.string()),
  /** The media type. Default: by the name's extension. */
  type: z.optional(z.string()),
});

export type AttachmentEntry = z.output<typeof attachmentEntry>;

/**
 * The entries of `_attachments`, checked for their types. Throws the refusals `required`, `wrongType` and
 * `unknownDeliveryField`, which name the place: `_attachments[0].name`.
 */
export const attachmentEntries = oncePerList((list): readonly AttachmentEntry[] =>
  list.map((entry, index) => {
    const place = `_attachments[${index}]`;
    if (!isJsonObject(entry)) throw refuse('wrongType', place, 'an object', typeName(entry));
    const unknown = Object.keys(entry).find((name) => !Object.hasOwn(attachmentEntry.shape, name));
    if (unknown !== undefined) {
      const known = 'an attachment has name, content, s3, cid and type';
      throw refuse('unknownDeliveryField', `${place}.${unknown}`, known);
    }
    return checkContract(attachmentEntry, entry, `${place}.`);
  }),
);
