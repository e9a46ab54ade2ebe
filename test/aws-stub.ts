import type { IncomingMessage } from 'node:http';
import { serve } from './serve.ts';

/** A call to AWS: the service and the region that it was signed for, and its content. */
export interface AwsCall {
  service: string;
  region: string;
  /** The operation's name, or for REST the method and the path. */
  operation: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingMessage['headers'];
}

/** A service's answer: JSON, the XML of a result, or a refusal. */
export type AwsAnswer =
  | { json: object; headers?: Record<string, string> }
  | { xml: string }
  | { refusal: string; message?: string; status?: number; headers?: Record<string, string> }
  /** The answer of a proxy on the way to AWS. */
  | { raw: string; type: string; status: number }
  | 'hang';

export interface AwsStub {
  endpoint: string;
  calls: AwsCall[];
  /** Returns the answer to a call. A test may replace it at any time. */
  answer: (call: AwsCall) => AwsAnswer | Promise<AwsAnswer>;
  /** The `Date` header of each answer. Default: the present time. */
  clock: () => Date;
}

/** The control planes of AWS at one address, with the three protocols that the SDK uses for them. */
export async function startAwsStub(answer: AwsStub['answer']): Promise<AwsStub> {
  const { url: endpoint } = await serve(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const call = readCall(incoming, body);
    stub.calls.push(call);
    const given = await stub.answer(call);
    if (given === 'hang') return;
    const { status, type, text, headers } = encode(given, call);
    outgoing.writeHead(status, {
      'content-type': type,
      date: stub.clock().toUTCString(),
      ...headers,
    });
    outgoing.end(text);
  });
  const stub: AwsStub = {
    endpoint,
    calls: [],
    answer,
    clock: () => new Date(),
  };
  return stub;
}

/** `Credential=<key>/<date>/<region>/<service>/aws4_request` */
const scope = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//;

function readCall(incoming: IncomingMessage, body: string): AwsCall {
  const { headers, method, url = '' } = incoming;
  const [, region = '', service = ''] = scope.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url, 'http://stub');
  const target = headers['x-amz-target'];
  const form = new URLSearchParams(headers['content-type']?.includes('urlencoded') ? body : '');
  const operation =
    String(target ?? '').split('.')[1] ??
    form.get('Action') ??
    `${method} ${decodeURIComponent(pathname)}`;
  const query = form.size > 0 ? form : searchParams;
  return { service, region, operation, query, body, headers };
}

function encode(answer: Exclude<AwsAnswer, 'hang'>, { operation, headers }: AwsCall) {
  const isQuery = headers['content-type']?.includes('urlencoded') ?? false;
  if ('xml' in answer) {
    const text = `<${operation}Response><${operation}Result>${answer.xml}</${operation}Result></${operation}Response>`;
    return { status: 200, type: 'text/xml', text, headers: {} };
  }
  if ('json' in answer) {
    const type = headers['x-amz-target'] ? 'application/x-amz-json-1.1' : 'application/json';
    return { status: 200, type, text: JSON.stringify(answer.json), headers: answer.headers ?? {} };
  }
  if ('raw' in answer) {
    return { status: answer.status, type: answer.type, text: answer.raw, headers: {} };
  }
  const { refusal, message = `${refusal} of the stub`, status = 400 } = answer;
  if (isQuery) {
    const text = `<ErrorResponse><Error><Type>Sender</Type><Code>${refusal}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    return { status, type: 'text/xml', text, headers: {} };
  }
  return {
    status,
    type: 'application/json',
    text: JSON.stringify({ __type: refusal, message }),
    headers: { 'x-amzn-errortype': refusal, ...answer.headers },
  };
}
