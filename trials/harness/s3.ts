import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { close, listen, loopback } from '../../local/loopback/listen.ts';
import type { Stops } from '../../local/stops.ts';

/**
 * Starts an S3 that answers HeadObject and GetObject. `find` returns the object of a path, `/bucket/key`. Returns its
 * address.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export async function startS3(
  find: (path: string) => Buffer | undefined,
  stops: Stops,
): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    const object = find(req.url ?? '');
    if (object === undefined) return void res.writeHead(404).end();
    const etag = etagOf(object);
    if ((req.headers['if-match'] ?? etag) !== etag) return void res.writeHead(412).end();
    res.writeHead(200, { etag, 'content-length': object.length });
    res.end(req.method === 'GET' ? object : undefined);
  });
  const port = await listen(server);
  stops.add(server, () => {
    server.closeAllConnections();
    return close(server);
  });
  return `http://${loopback}:${port}`;
}

const etagOf = (object: Buffer) => `"${createHash('md5').update(object).digest('hex')}"`;
