import { createContext, Script } from 'node:vm';
import * as z from 'zod';
import { Failure } from '../failure.ts';

const values = z.record(z.string(), z.object({ value: z.string() }));

const request = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: values,
  headers: values,
  cookies: values,
});

const response = z.object({
  statusCode: z.int().min(200).max(599),
  statusDescription: z.string().optional(),
  headers: values.default({}),
  body: z.strictObject({ encoding: z.literal('text'), data: z.string() }).optional(),
});

/** A request for an edge function. Names of headers are in lower case. */
export type EdgeRequest = z.output<typeof request>;

export type EdgeResponse = z.output<typeof response>;

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
export interface EdgeEvent {
  version: '1.0';
  context: {
    distributionDomainName: string;
    distributionId: string;
    eventType: 'viewer-request' | 'viewer-response';
    requestId: string;
  };
  viewer: { ip: string };
  request: EdgeRequest;
  response?: EdgeResponse;
}

/** Runs an edge function. Rejects with its error, or if it returns neither a request nor a response. */
export type EdgeFunction = (event: EdgeEvent) => Promise<EdgeRequest | EdgeResponse>;

/**
 * Makes code of CloudFront Functions callable, without Node's globals. Events and results pass as JSON, so that the
 * code cannot reach objects of this process. Throws a `Failure` if the code does not load.
 */
export function edgeFunction(code: string): EdgeFunction {
  const call = compile(code);
  return async (event) => {
    const returned: unknown = JSON.parse(String(await call(JSON.stringify(event))));
    return z.union([response, request]).parse(returned);
  };
}

function compile(code: string): (event: string) => unknown {
  const entry = '(text) => Promise.resolve(handler(JSON.parse(text))).then(JSON.stringify)';
  try {
    const console = { log: () => undefined, error: () => undefined };
    return new Script(`${code}\n;${entry}`).runInContext(createContext({ console }));
  } catch (error) {
    throw new Failure(`An edge function of the page does not load: ${String(error)}`, error);
  }
}

export function isResponse(returned: EdgeRequest | EdgeResponse): returned is EdgeResponse {
  return 'statusCode' in returned;
}
