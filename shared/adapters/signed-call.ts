import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { lambdaCredentials } from './lambda/lambda-credentials.ts';

export interface Caller {
  region: string;
  credentials: ConstructorParameters<typeof SignatureV4>[0]['credentials'];
}

export interface Service {
  /** The service that the signature names, `dynamodb` for instance. */
  name: string;
  url: URL;
  http: NodeHttpHandler;
  /** Whether the signature escapes the path once more: true for every service but S3. Default: true. */
  uriEscapePath?: boolean;
  /** Default: the function's own region and credentials, from Lambda's environment variables. */
  caller?: Caller | undefined;
}

export interface Call {
  method?: 'POST' | 'PUT' | 'DELETE' | 'GET' | 'HEAD';
  path: string;
  /** The parameters after the path. Default: none. */
  query?: Record<string, string>;
  /** Besides `host`, and `content-length` of a text. With a stream also `content-length` and `x-amz-content-sha256`. */
  headers: Record<string, string>;
  body: string | Readable;
}

export interface ServiceAnswer {
  response: HttpResponse;
  body: string;
}

/** Calls one service without the layers of the SDK's clients (docs/decisions/0015-small-bundles.md). */
export function signedCall(service: Service) {
  const request = signedRequest(service);
  return async (call: Call, options: { abortSignal?: AbortSignal }): Promise<ServiceAnswer> => {
    const response = await request(call, options);
    return { response, body: await text(response.body) };
  };
}

/** Like `signedCall`, and leaves the body of the answer, a stream of bytes, to the caller. */
export function signedRequest({ name, url, http, uriEscapePath = true, caller }: Service) {
  const signer = new SignatureV4({
    service: name,
    region: caller?.region ?? process.env.AWS_REGION ?? '',
    credentials: caller?.credentials ?? lambdaCredentials,
    sha256: Hash.bind(null, 'sha256'),
    // Only S3 demands the header that would repeat the body's hash, and its calls bring it, as do those with a stream.
    applyChecksum: false,
    uriEscapePath,
  });
  const { protocol, hostname, port, host, pathname } = url;
  const folder = pathname.replace(/\/$/, '');
  return async (
    { method = 'POST', path, query = {}, headers, body }: Call,
    options: { abortSignal?: AbortSignal },
  ): Promise<HttpResponse> => {
    const request = new HttpRequest({
      method,
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: `${folder}${path}`,
      query,
      headers: { host, ...headers, ...lengthOf(body) },
      body,
    });
    const signed = await signer.sign(request);
    const { response } = await http.handle(signed as HttpRequest, options);
    return response;
  };
}

const lengthOf = (body: Call['body']): Record<string, string> =>
  typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {};

/** The address of a service, from the first part of its host name; `own` replaces it unless it is empty. */
export function endpoint(host: string, region = '', own = ''): URL {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(own || `https://${host}.${region}.${suffix}`);
}
