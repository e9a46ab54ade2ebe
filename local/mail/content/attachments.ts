import { extname } from 'node:path/posix';
import * as z from 'zod';
import { refusedExtensions } from '../../../shared/execute/attachments/file-name.ts';
import { constraint, invalid, type Problem } from './problem.ts';

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Attachment.html */
export const attachment = z.object({
  FileName: z.string(),
  RawContent: z.string(),
  ContentType: z.string().optional(),
  ContentDescription: z.string().optional(),
  ContentDisposition: z.string().optional(),
  ContentId: z.string().optional(),
  ContentTransferEncoding: z.string().optional(),
});

type Attachment = z.output<typeof attachment>;

/** The first problem of a mail's attachments; undefined if SES accepts them. */
export function attachmentsProblem(attachments: readonly Attachment[]): Problem | undefined {
  const ids = new Set<string>();
  for (const [index, one] of attachments.entries()) {
    const place = `content.simple.attachments.${index + 1}.member`;
    const problem = fieldProblem(one, place) ?? nameProblem(one) ?? contentProblem(one);
    if (problem) return problem;
    if (one.ContentId === undefined) continue;
    if (ids.has(one.ContentId)) return invalid(`Duplicate content ID '${one.ContentId}'.`);
    ids.add(one.ContentId);
  }
  return undefined;
}

/** The limits of the API's reference. */
const fields: readonly [name: keyof Attachment, wire: string, allowed: RegExp, rule: string][] = [
  ['FileName', 'fileName', /^.{1,255}$/su, 'have length between 1 and 255'],
  ['ContentId', 'contentId', /^[!-;=?-~]{1,78}$/, 'have length between 1 and 78'],
  ['ContentType', 'contentType', /^[ -~]{1,78}$/, 'have length between 1 and 78'],
  ['ContentDescription', 'contentDescription', /^.{0,1000}$/su, 'have length at most 1000'],
  [
    'ContentDisposition',
    'contentDisposition',
    /^(ATTACHMENT|INLINE)$/,
    'satisfy enum value set: [ATTACHMENT, INLINE]',
  ],
  [
    'ContentTransferEncoding',
    'contentTransferEncoding',
    /^(BASE64|QUOTED_PRINTABLE|SEVEN_BIT)$/,
    'satisfy enum value set: [BASE64, QUOTED_PRINTABLE, SEVEN_BIT]',
  ],
];

function fieldProblem(one: Attachment, place: string): Problem | undefined {
  const broken = fields.find(([name, , allowed]) => {
    const value = one[name];
    return value !== undefined && !allowed.test(value);
  });
  return broken && constraint(`${place}.${broken[1]}`, broken[3]);
}

/** A file's name needs an extension that SES accepts. */
function nameProblem({ FileName }: Attachment): Problem | undefined {
  const extension = extname(FileName).slice(1).toLowerCase();
  const isPath = /[/\\\p{Cc}]/u.test(FileName) || Buffer.byteLength(FileName) > 255;
  if (!isPath && extension && !refusedExtensions.has(extension)) return undefined;
  return invalid(`Illegal filename '${FileName}'.`);
}

/**
 * SES's default encoding is SEVEN_BIT, which destroys a file with other bytes. SES sends such a mail all the same; this
 * server refuses it.
 */
function contentProblem(one: Attachment): Problem | undefined {
  const { FileName, RawContent, ContentTransferEncoding: encoding = 'SEVEN_BIT' } = one;
  const bytes = Buffer.from(RawContent, 'base64');
  if (bytes.toString('base64') !== RawContent) {
    return { type: 'SerializationException', message: 'RawContent is not base64' };
  }
  if (bytes.length === 0) return invalid(`Attachment '${FileName}' is empty.`);
  if (encoding !== 'SEVEN_BIT' || bytes.every((byte) => byte < 0x80)) return undefined;
  return invalid(`Attachment '${FileName}' has bytes that SEVEN_BIT cannot encode.`);
}
