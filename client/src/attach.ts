import type { Attachment } from './types.ts';

export interface AttachOptions {
  /** The name after `cid:` in the HTML that shows the file. Default: the HTML does not show it. */
  cid?: string;
  /** The media type, such as `text/calendar; method=REQUEST`. Default: by the extension of the name. */
  type?: string;
}

/** The most bytes of all files in a request together: 3 MB. */
const maxBytes = 3 * 2 ** 20;

/**
 * Makes an entry of `_attachments` from a file in memory: `attach(new Blob([text]), 'orders.csv')`. A request has up to
 * 10 files of 3 MB together. Larger ones are entries that name an object of a bucket, `{ name, s3: 's3://bucket/key'
 * }`: up to 20 MB in all. Rejects with a `RangeError` for a file over 3 MB, and with a `TypeError` for anything but a
 * file.
 */
export async function attach(
  file: Blob | Uint8Array,
  name: string,
  options: AttachOptions = {},
): Promise<Attachment> {
  const isView = ArrayBuffer.isView(file);
  if (!isView && typeof file?.arrayBuffer !== 'function') {
    throw new TypeError(`The content of ${name} must be a Blob or a Uint8Array`);
  }
  if ((isView ? file.byteLength : file.size) > maxBytes) {
    throw new RangeError(
      `${name} is larger than 3 MB: put it into a bucket of the deployment, and name it by s3`,
    );
  }
  const bytes = isView
    ? new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
    : new Uint8Array(await file.arrayBuffer());
  return { name, content: base64Of(bytes), ...options };
}

/** The number of arguments of a call is limited. A multiple of 3, so that only the last part has padding. */
const chunkBytes = 3 * 2 ** 13;

function base64Of(bytes: Uint8Array & { toBase64?: () => string }): string {
  // Only the newest platforms have it.
  if (bytes.toBase64) return bytes.toBase64();
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes))));
  }
  return parts.join('');
}
