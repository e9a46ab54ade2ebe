import { createHash } from 'node:crypto';
import type { Stops } from '../../local/stops.ts';
import { serve } from './serve.ts';

/** A file of a send. */
export interface SentFile {
  name: string;
  content: Buffer;
  isReferred: boolean;
}

/** The bucket of the files that are given by reference. */
export const bucket = 'soak-files';

const hashOf = (...words: unknown[]) => createHash('sha256').update(words.join('\n')).digest();

/**
 * The files of a send, drawn from its id: a quarter of the sends has none, a quarter has one in the request, a quarter one
 * by reference, and the others both.
 */
export function filesOf(sendId: string): SentFile[] {
  const kind = (hashOf(sendId)[0] ?? 0) % 4;
  return [
    ...(kind % 2 === 1 ? [fileOf(sendId, 'inline')] : []),
    ...(kind >= 2 ? [fileOf(sendId, 'object')] : []),
  ];
}

/** Up to 8 KB that no other send has. */
function fileOf(sendId: string, kind: 'inline' | 'object'): SentFile {
  const blocks = 1 + (hashOf(sendId, kind)[0] ?? 0);
  const content = Buffer.concat(
    Array.from({ length: blocks }, (_, at) => hashOf(sendId, kind, at)),
  );
  return { name: `${sendId}.${kind}`, content, isReferred: kind === 'object' };
}

/** `_attachments` of a send's request. */
export function attachmentsOf(sendId: string): object[] {
  return filesOf(sendId).map(({ name, content, isReferred }) =>
    isReferred
      ? { name, s3: `s3://${bucket}/${sendId}` }
      : { name, content: content.toString('base64') },
  );
}

/** The object of a path at S3, `/bucket/key`. */
export function objectAt(path: string): Buffer | undefined {
  const [, , sendId = ''] = path.split('/');
  return filesOf(sendId).find(({ isReferred }) => isReferred)?.content;
}

/**
 * Starts an S3 that answers HeadObject and GetObject of the sends' files. Returns its address.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function startS3(stops: Stops): Promise<string> {
  return serve((req, res) => {
    const object = objectAt(req.url ?? '');
    if (object === undefined) return void res.writeHead(404).end();
    const etag = `"${createHash('md5').update(object).digest('hex')}"`;
    if ((req.headers['if-match'] ?? etag) !== etag) return void res.writeHead(412).end();
    res.writeHead(200, { etag, 'content-length': object.length });
    res.end(req.method === 'GET' ? object : undefined);
  }, stops);
}
