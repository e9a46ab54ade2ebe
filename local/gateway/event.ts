import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { awsAccountId } from '../template/names.ts';
import type { Authorization } from './authorize.ts';

/** Lambda's limit, as JSON: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maxEventBytes = 6_291_456;

export interface Received {
  /** A caller may choose this id with `x-amzn-requestid`. */
  requestId: string;
  /** Only the gateway chooses this id. */
  extendedRequestId: string;
  /** The whole path, with the stage. */
  path: string;
  /** The path below the stage, `/` at least; undefined for a path of another stage. */
  resourcePath: string | undefined;
  query: string;
  receivedAt: number;
}

/** Splits the address of a request and creates its ids. `stage` is the path's first part. */
export function receive(req: IncomingMessage, stage: string): Received {
  const [path, query] = splitUrl(req.url ?? '/');
  const chosen = req.headers['x-amzn-requestid'];
  return {
    requestId: typeof chosen === 'string' && chosen !== '' ? chosen : randomUUID(),
    extendedRequestId: randomBytes(12).toString('base64url'),
    path,
    resourcePath: below(stage, path),
    query,
    receivedAt: Date.now(),
  };
}

/** Whether the path of a request begins with the stage. */
export const isBelow = (stage: string, { url = '/' }: IncomingMessage): boolean =>
  below(stage, splitUrl(url)[0]) !== undefined;

function below(stage: string, path: string): string | undefined {
  if (path === `/${stage}`) return '/';
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : undefined;
}

/** A proxy may send a whole address (RFC 9112 §3.2.2); only its path counts. */
function splitUrl(url: string): [path: string, query: string] {
  const local = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const at = local.indexOf('?');
  return at === -1 ? [local, ''] : [local.slice(0, at), local.slice(at + 1)];
}

export interface Routed {
  received: Received;
  apiId: string;
  stage: string;
  /** The resource as the template writes it: `/{proxy+}`. */
  resource: string;
  pathParameters: Record<string, string> | null;
  authorization: Authorization | undefined;
}

/**
 * The event of a Lambda proxy integration, without fields that repeat others. The body is in base64, or null if empty.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(req: IncomingMessage, routed: Routed, body: Buffer | null) {
  const { received, stage, resource, authorization } = routed;
  const isEmpty = body === null || body.length === 0;
  return {
    resource,
    path: received.resourcePath,
    httpMethod: req.method,
    headers: headersOf(req.rawHeaders),
    queryStringParameters: queryOf(received.query),
    pathParameters: routed.pathParameters,
    requestContext: {
      requestId: received.requestId,
      extendedRequestId: received.extendedRequestId,
      path: received.path,
      stage,
      accountId: awsAccountId,
      apiId: routed.apiId,
      domainName: req.headers.host,
      requestTimeEpoch: received.receivedAt,
      identity: {
        sourceIp: req.socket.remoteAddress,
        ...(authorization?.apiKey && { apiKey: authorization.apiKey }),
      },
      ...(authorization && { authorizer: authorization.context }),
    },
    body: isEmpty ? null : body.toString('base64'),
    isBase64Encoded: !isEmpty,
  };
}

export type ProxyEvent = ReturnType<typeof proxyEvent>;

/** Whether Lambda refuses an event for its size. Headers have at most 10 KB, so only a large body is counted. */
export function isTooLarge(event: ProxyEvent): boolean {
  if (event.body === null || event.body.length < maxEventBytes - 100 * 1024) return false;
  return Buffer.byteLength(JSON.stringify(event)) > maxEventBytes;
}

/** The headers with their names unchanged. If a header came twice, the last value counts. */
function headersOf(rawHeaders: string[]): Record<string, string> {
  // Without a prototype, so that a header may be called `constructor`.
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers[String(rawHeaders[at])] = String(rawHeaders[at + 1]);
  }
  return headers;
}

/** The last value of each parameter; null without a query. */
function queryOf(query: string): Record<string, string> | null {
  if (query === '') return null;
  return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(query)));
}
