import type { ObjectPlace } from '../../adapters/s3/objects.ts';
import { maxAttachments, maxInlineFilesBytes } from '../../engine/limits.ts';
import { oncePerList } from '../../once-per-list.ts';
import { contentIdProblem } from './content-id.ts';
import { type AttachmentEntry, attachmentEntries } from './entries.ts';
import { fileNameProblem } from './file-name.ts';
import { base64Bytes, readS3Address } from './file-source.ts';
import { mediaTypeProblem } from './media-type.ts';

/** A file of a request whose entry was checked. */
export interface GivenFile {
  name: string;
  /** Default: the type for the extension of the name. */
  type: string | undefined;
  cid: string | undefined;
  /** The file in standard base64, with its size before base64; or its place in S3. */
  source: { content: string; bytes: number } | { place: ObjectPlace };
}

export interface AttachmentsProblem {
  ok: false;
  field: '_attachments';
  /** A sentence that names the entry by its place, such as `_attachments[0]`. */
  error: string;
}

export type CheckedAttachments = { ok: true; files: readonly GivenFile[] } | AttachmentsProblem;

/**
 * Checks all of `_attachments` that can be checked without S3, and returns the first problem. `buckets` are those of
 * this deployment. Throws the refusals of `attachmentEntries`.
 */
export function checkAttachments(
  list: readonly unknown[],
  buckets: readonly string[],
): CheckedAttachments {
  const checked = checkEntries(list);
  if (!checked.ok) return checked;
  for (const { source } of checked.files) {
    if (!('place' in source) || buckets.includes(source.place.bucket)) continue;
    const { bucket } = source.place;
    return attachmentsProblem(`_attachments: the bucket ${bucket} is not one of this deployment's`);
  }
  return checked;
}

export function attachmentsProblem(error: string): AttachmentsProblem {
  return { ok: false, field: '_attachments', error };
}

const checkEntries = oncePerList((list): CheckedAttachments => {
  const entries = attachmentEntries(list);
  if (entries.length > maxAttachments) {
    return attachmentsProblem(`_attachments has more than ${maxAttachments} entries`);
  }
  const files: GivenFile[] = [];
  let inlineBytes = 0;
  for (const [index, entry] of entries.entries()) {
    const file = fileOf(entry, `_attachments[${index}]`, entries.slice(0, index));
    if (typeof file === 'string') return attachmentsProblem(file);
    files.push(file);
    if ('bytes' in file.source) inlineBytes += file.source.bytes;
  }
  if (inlineBytes > maxInlineFilesBytes) {
    return attachmentsProblem(
      '_attachments has more than 3 MB in content: give larger files by reference, with s3',
    );
  }
  return { ok: true, files };
});

/** The file of an entry, or a whole sentence about what is wrong with it. `before`: the entries before it. */
function fileOf(
  entry: AttachmentEntry,
  place: string,
  before: readonly AttachmentEntry[],
): GivenFile | string {
  const { name, type, cid } = entry;
  const nameProblem = fileNameProblem(name);
  if (nameProblem !== null) return `${place}.name ${nameProblem}`;
  const cidProblem = cid === undefined ? null : contentIdProblem(cid, before);
  if (cidProblem !== null) return `${place}.cid ${cidProblem}`;
  const typeProblem = type === undefined ? null : mediaTypeProblem(type);
  if (typeProblem !== null) return `${place}.type ${typeProblem}`;
  const source = sourceOf(entry, place);
  return typeof source === 'string' ? source : { name, type, cid, source };
}

/** The file's `source`, or a whole sentence about what is wrong with the entry. */
function sourceOf({ content, s3 }: AttachmentEntry, place: string): GivenFile['source'] | string {
  if (content !== undefined && s3 !== undefined)
    return `${place} must not have both content and s3`;
  if (s3 !== undefined) {
    const read = readS3Address(s3);
    return read.ok ? { place: read.place } : `${place}.s3 ${read.problem}`;
  }
  if (content === undefined) return `${place} must have content or s3`;
  if (content === '') return `${place}.content is empty`;
  if (content.startsWith('data:'))
    return `${place}.content is a data: address: leave out all up to the comma`;
  const bytes = base64Bytes(content);
  return bytes === null ? `${place}.content is not standard base64` : { content, bytes };
}
