import { createHash } from 'node:crypto';
import type { Stops } from '../../local/stops.ts';
import { serve } from './serve.ts';

/**
 * Starts an S3 that answers HeadObject and GetObject. `find` returns the object of a path, `/bucket/key`. Returns its
 * address.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function startS3(find: (path: string) => Buffer | undefined, stops: Stops): Promise<string> {
  return serve((req, res) => {
    const object = find(req.url ?? '');
    if (object === undefined) return void res.writeHead(404).end();
    const etag = etagOf(object);
    if ((req.headers['if-match'] ?? etag) !== etag) return void res.writeHead(412).end();
    res.writeHead(200, { etag, 'content-length': object.length });
    res.end(req.method === 'GET' ? object : undefined);
  }, stops);
}

const etagOf = (object: Buffer) => `"${createHash('md5').update(object).digest('hex')}"`;
