import type { IncomingMessage, RequestListener } from 'node:http';
import { serve } from '../../serve.ts';

/** Gives this process the environment variables of a function whose calls go to these addresses. */
export function asFunction(endpoints: Record<`AWS_ENDPOINT_URL_${string}`, string>): void {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: 'session',
    ...endpoints,
  });
}

/** A request's signer and service, without the time, the list of headers and the signature. */
export const signerOf = ({ headers }: IncomingMessage) =>
  /Credential=test\/\d+(\/[^,]+)/.exec(headers.authorization ?? '')?.[1];

/** A server that returns these answers in order, and records the result of `read` for each call. */
export async function serveInTurn<T>(
  answers: readonly RequestListener[],
  read: (request: IncomingMessage) => T | Promise<T>,
) {
  const arrived: T[] = [];
  const { url } = await serve(async (request, response) => {
    const call = await read(request);
    const answer = answers[arrived.length];
    arrived.push(call);
    answer?.(request, response);
  });
  return { url, arrived };
}

/** An answer of AWS, with the header that names the type of an error. */
export const answer =
  (status: number, body: string, type?: string): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, type === undefined ? {} : { 'x-amzn-errortype': type })
      .end(body);

export const silence: RequestListener = () => undefined;
export const cut: RequestListener = ({ socket }) => void socket.destroy();

/** Sends the head of an answer and the beginning of its body, and then closes the connection. */
export const cutWithin =
  (headers: Record<string, string | number>, beginning: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, headers).write(beginning, () => response.destroy());
