import type { ObjectPlace } from '../../adapters/s3/objects.ts';
import { isContentId } from '../../engine/content-id.ts';
import {
  maxAttachments,
  maxContentIdCharacters,
  maxInlineFilesBytes,
} from '../../engine/limits.ts';
import { oncePerList } from '../../once-per-list.ts';
import { type AttachmentEntry, attachmentEntries } from './entries.ts';
import { fileNameProblem } from './file-name.ts';
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

/** Why the files of a request cannot be used: a sentence that names the entry, such as `_attachments[0]`. */
export type AttachmentsProblem = { ok: false; field: '_attachments'; error: string };

type CheckedAttachments = { ok: true; files: readonly GivenFile[] } | AttachmentsProblem;

/** Checks all of `_attachments` that can be checked without S3; the first problem. Throws like `attachmentEntries`. */
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

/** The file of an entry, or a sentence about what is wrong with it. `before`: the entries before it. */
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

/** What is wrong with a `cid`, as the end of a sentence; null if nothing is. */
function contentIdProblem(cid: string, before: readonly AttachmentEntry[]): string | null {
  if (!isContentId(cid)) {
    return `must be 1 to ${maxContentIdCharacters} ASCII letters, digits, dots, hyphens and underscores`;
  }
  const same = before.findIndex((other) => other.cid?.toLowerCase() === cid.toLowerCase());
  return same === -1 ? null : `is the same as that of _attachments[${same}]`;
}

/** The file's `source`, or a sentence about what is wrong with the entry. */
function sourceOf({ content, s3 }: AttachmentEntry, place: string): GivenFile['source'] | string {
  if (content !== undefined && s3 !== undefined)
    return `${place} must not have both content and s3`;
  if (s3 !== undefined) {
    const read = readS3Address(s3);
    return typeof read === 'string' ? `${place}.s3 ${read}` : { place: read };
  }
  if (content === undefined) return `${place} must have content or s3`;
  if (content === '') return `${place}.content is empty`;
  if (content.startsWith('data:'))
    return `${place}.content is a data: address: leave out all up to the comma`;
  const decoded = Buffer.from(content, 'base64');
  // The decoder skips unknown characters, so a damaged file would pass.
  const isWhole = decoded.toString('base64') === content;
  return isWhole ? { content, bytes: decoded.length } : `${place}.content is not standard base64`;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/s;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const maxKeyBytes = 1024;

/** The place in `s3://bucket/key`, or what is wrong with it, as the end of a sentence. */
function readS3Address(address: string): ObjectPlace | string {
  const [, bucket, key] = s3Address.exec(address) ?? [];
  if (bucket === undefined || key === undefined)
    return 'must be an address such as s3://bucket/key';
  if (Buffer.byteLength(key) > maxKeyBytes) return `has a key of more than ${maxKeyBytes} bytes`;
  if (/[\p{Cc}\p{Cs}]/u.test(key)) return 'must not contain control characters';
  // A server or a library in between could resolve them to a place outside the bucket.
  if (key.split('/').some((part) => part === '.' || part === '..'))
    return 'must not have . or .. as a part of its key';
  return { bucket, key };
}
