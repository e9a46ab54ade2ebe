import type { ObjectPlace } from '../../adapters/s3/objects.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const shape = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/s;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const maxKeyBytes = 1024;

/** Reads `s3://bucket/key`. A problem is the end of a sentence. */
export function readS3Address(
  address: string,
): { ok: true; place: ObjectPlace } | { ok: false; problem: string } {
  const [, bucket, key] = shape.exec(address) ?? [];
  if (bucket === undefined || key === undefined) {
    return { ok: false, problem: 'must be an address such as s3://bucket/key' };
  }
  if (Buffer.byteLength(key) > maxKeyBytes) {
    return { ok: false, problem: `has a key of more than ${maxKeyBytes} bytes` };
  }
  if (/[\p{Cc}\p{Cs}]/u.test(key)) {
    return { ok: false, problem: 'must not contain control characters' };
  }
  // A server or a library in between could resolve them to a place outside the bucket.
  if (key.split('/').some((part) => part === '.' || part === '..')) {
    return { ok: false, problem: 'must not have . or .. as a part of its key' };
  }
  return { ok: true, place: { bucket, key } };
}

/**
 * How many bytes a text in standard base64 decodes to; null for any other text: base64url, missing padding, white
 * space. `Buffer.from` skips unknown characters, so a damaged file would pass.
 */
export function base64Bytes(text: string): number | null {
  const decoded = Buffer.from(text, 'base64');
  return decoded.toString('base64') === text ? decoded.length : null;
}
