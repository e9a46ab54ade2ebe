import type { ObjectPlace, ObjectProblem, Objects } from '../../adapters/s3/objects.ts';
import { contentIdsIn } from '../../engine/content-id.ts';
import { refuseBecause } from '../../engine/errors.ts';
import type { FlowPorts, MailFile } from '../../engine/flow/ports.ts';
import { maxContentIdCharacters, maxFilesBytes } from '../../engine/limits.ts';
import {
  type AttachmentsProblem,
  attachmentsProblem,
  checkAttachments,
  type GivenFile,
} from './check-attachments.ts';
import { mediaTypeOf } from './media-type.ts';

interface FileReading {
  /** Undefined if this deployment has no buckets. */
  objects?: Objects | undefined;
  /** Whether to read the objects. If not, only their sizes and ETags are requested. */
  withContent: boolean;
}

/** The flow's port that reads the files of a request; undefined if it has none and asks for no trace with warnings. */
export function mailFiles(
  {
    _attachments = [],
    _trace = false,
  }: { _attachments?: readonly unknown[] | undefined; _trace?: boolean | undefined },
  reading: FileReading,
): FlowPorts<unknown>['readFiles'] {
  if (_attachments.length === 0 && !_trace) return undefined;
  return async ({ html }) => {
    const checked = checkAttachments(_attachments, reading.objects?.buckets ?? []);
    if (!checked.ok) return checked;
    const warnings = contentIdWarnings(checked.files, html);
    if (checked.files.length + warnings.length === 0) return null;
    const read = await readFiles(checked.files, reading);
    return read.ok ? { ...read, warnings } : read;
  };
}

/** The maximum number of warnings about one mail, whose record stores them in the trace. */
const maxWarnings = 5;

/** Likely mistakes: a file with a `cid` that the HTML does not show, and a `cid:` address in it without a file. */
function contentIdWarnings(files: readonly GivenFile[], html: string): string[] {
  const shown = contentIdsIn(html);
  const given = files.flatMap(({ cid }) => cid ?? []);
  const unused = given.filter((cid) => !shown.includes(cid));
  const unknown = shown.filter((cid) => !given.includes(cid));
  return [
    ...unused.map((cid) => `The HTML does not show the attachment with the cid ${cid}`),
    ...unknown.map((cid) => `The HTML shows cid:${cut(cid)}, and no attachment has this cid`),
  ].slice(0, maxWarnings);
}

const cut = (cid: string) => cid.slice(0, maxContentIdCharacters);

interface Found {
  file: GivenFile;
  bytes: number;
  /** The object's ETag; undefined if the file is in the request. */
  etag?: string;
}

/**
 * The files of a mail. All sizes and ETags come first, because all files together have a limit; each object is read
 * only with its ETag. The first file's problem counts. Throws the refusal `noFileAnswer` for a fault of S3.
 */
export async function readFiles(
  files: readonly GivenFile[],
  { objects, withContent }: FileReading,
): Promise<{ ok: true; files: readonly MailFile[] } | AttachmentsProblem> {
  try {
    const found = allOf(await Promise.all(files.map((file) => find(file, objects))));
    if (!found.ok) return found;
    const bytes = found.files.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > maxFilesBytes) return attachmentsProblem('_attachments is larger than 20 MB');
    const read = found.files.map((each) => readFile(each, withContent ? objects : undefined));
    return allOf(await Promise.all(read));
  } catch (fault) {
    throw refuseBecause(fault, 'noFileAnswer');
  }
}

function allOf<T>(results: readonly (T | string)[]): { ok: true; files: T[] } | AttachmentsProblem {
  const files: T[] = [];
  for (const [index, result] of results.entries()) {
    if (typeof result === 'string')
      return attachmentsProblem(`_attachments[${index}].s3: ${result}`);
    files.push(result);
  }
  return { ok: true, files };
}

async function find(file: GivenFile, objects: Objects | undefined): Promise<Found | string> {
  const { source } = file;
  if ('bytes' in source) return { file, bytes: source.bytes };
  const head = (await objects?.head(source.place)) ?? 'missing';
  if (typeof head === 'string') return complaint(source.place, head);
  return head.bytes === 0 ? `${addressOf(source.place)} is empty` : { file, ...head };
}

async function readFile(
  { file, bytes, etag = '' }: Found,
  objects: Objects | undefined,
): Promise<MailFile | string> {
  const { name, cid, source } = file;
  const type = file.type ?? mediaTypeOf(name);
  const listed = { name, bytes, type, cid };
  if ('content' in source) return { ...listed, content: source.content };
  if (objects === undefined) return { ...listed, content: null };
  const content = await objects.get(source.place, etag);
  if (typeof content === 'string') return complaint(source.place, content);
  return { ...listed, content };
}

function complaint(place: ObjectPlace, problem: ObjectProblem): string {
  switch (problem) {
    case 'missing':
      return `${addressOf(place)} does not exist, or a policy or its KMS key does not let this deployment read it`;
    case 'changed':
      return `${addressOf(place)} changed while it was read`;
    case 'elsewhere':
      return `the bucket ${place.bucket} is in another region than this deployment`;
  }
}

const addressOf = ({ bucket, key }: ObjectPlace) => `s3://${bucket}/${key}`;
