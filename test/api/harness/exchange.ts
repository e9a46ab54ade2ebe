import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

export interface Sent {
  method?: string;
  /** A header that is undefined is not sent. */
  headers?: Record<string, string | undefined>;
  /** A list is sent in chunks, without a length. */
  body?: string | Buffer | readonly (string | Buffer)[] | undefined;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends one request and reads its whole answer. The path of `url` is sent as it is written. */
export function exchange(url: string, { method = 'POST', headers = {}, body = '' }: Sent) {
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf(`:${port}`) + port.length + 1);
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const options: RequestOptions = {
    // A connection of its own: on a slow machine the server may end an idle one while a request is on its way.
    ...{ hostname, port, path, method, agent: false },
    headers: Object.fromEntries(given),
  };
  return new Promise<Received>((resolve, reject) => {
    const sent = request(options, async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    send(sent, body);
  });
}

function send(sent: ReturnType<typeof request>, body: NonNullable<Sent['body']>): void {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
    return;
  }
  for (const chunk of body) sent.write(chunk);
  sent.end();
}
