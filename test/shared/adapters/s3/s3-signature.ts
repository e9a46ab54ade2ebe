import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request, as the server gets it, that its signature depends on. */
export interface SignedRequest {
  method: string;
  /** The path as it arrived, without a query. */
  path: string;
  headers: IncomingHttpHeaders;
}

/**
 * The signature that S3 expects of a request without a query, from the scope and the headers that the request itself
 * says it signed. S3 reads the path, and escapes each part of the key once.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function expectedSignature(
  { method, path, headers }: SignedRequest,
  secretKey: string,
): string {
  const authorization = String(headers.authorization);
  const [, scope = ''] = /Credential=[^/]+\/([^, ]+)/.exec(authorization) ?? [];
  const [, names = ''] = /SignedHeaders=([^, ]+)/.exec(authorization) ?? [];
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [
    method,
    escapedOnce(path),
    '',
    signed.join(''),
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${secretKey}`);
  return hmac(key, text).toString('hex');
}

/** The signature in a request. */
export const broughtSignature = ({ headers }: SignedRequest) =>
  /Signature=([0-9a-f]{64})/.exec(String(headers.authorization))?.[1];

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

const escapedOnce = (path: string) =>
  decodeURIComponent(path).replace(/[^A-Za-z0-9\-._~/]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
