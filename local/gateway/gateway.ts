import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Outcome } from '../lambda/messages.ts';
import type { Invoke } from '../lambda/pool.ts';
import type { Api, Authorizer, Method } from '../template/api.ts';
import { type FunctionAnswer, readAnswer, sendAnswer } from './answer.ts';
import { authorize, type Decision, type Denial, methodArnOf } from './authorize.ts';
import { type Body, readBody } from './body.ts';
import { isBelow, isTooLarge, proxyEvent, type Received, receive } from './event.ts';
import { type Context, prepareResponses, type ResponseType } from './gateway-responses.ts';
import { type Match, Routes } from './routes.ts';
import { TokenBucket } from './token-bucket.ts';

export interface GatewayOptions {
  api: Api;
  invoker: (functionArn: string) => Invoke;
  /** Counts a request against the API Gateway key with this value. */
  meter: (apiKey: string | undefined) => 'passed' | 'throttled' | 'unknown';
  /** Decides about a user, for methods that only users of a user pool may call. */
  authorizeUser?: (req: IncomingMessage, scopes: readonly string[]) => Promise<Decision>;
  onServerError: (line: string) => void;
}

/** What an authorizer may look at. */
interface Asked {
  req: IncomingMessage;
  methodArn: string;
  pathParameters: Record<string, string> | null;
}

type Authorize = (asked: Asked) => Promise<Decision>;

interface Target {
  method: Method;
  invoke: Invoke;
  authorize: Authorize | undefined;
  bucket: TokenBucket | undefined;
}

interface Exchange extends Received {
  req: IncomingMessage;
  res: ServerResponse;
}

type Ending = { answer: FunctionAnswer } | Denial;

/** Hands each request to the API whose stage is the first part of its path; the first API answers all others. */
export function byStage(gateways: readonly Gateway[]): RequestListener {
  return (req, res) => (gateways.find((one) => one.serves(req)) ?? gateways[0])?.handle(req, res);
}

/** API Gateway, as far as the stack uses it: route, authorizer, rate, and the route's function. */
export class Gateway {
  private readonly options: GatewayOptions;
  private readonly routes = new Routes<Target>();
  private readonly responses: ReturnType<typeof prepareResponses>;

  constructor(options: GatewayOptions) {
    this.options = options;
    this.responses = prepareResponses(options.api.gatewayResponses);
    for (const method of options.api.methods) {
      this.routes.add(method.path, method.httpMethod, this.target(method));
    }
  }

  /** Answers one request. Never rejects. */
  readonly handle: RequestListener = async (req, res) => {
    const exchange: Exchange = { req, res, ...receive(req, this.options.api.stage) };
    try {
      this.send(exchange, await this.decide(exchange));
    } catch (error) {
      const reason = error instanceof Error ? error.stack : error;
      this.options.onServerError(`The local gateway failed: ${reason}`);
      if (!res.headersSent) this.send(exchange, { type: 'DEFAULT_5XX' });
    }
  };

  serves(req: IncomingMessage): boolean {
    return isBelow(this.options.api.stage, req);
  }

  private target(method: Method): Target {
    return {
      method,
      invoke: this.options.invoker(method.functionArn),
      authorize: method.authorizer && this.authorizer(method.authorizer),
      bucket: method.throttle && new TokenBucket(method.throttle),
    };
  }

  private authorizer(authorizer: Authorizer): Authorize {
    const { invoker, authorizeUser } = this.options;
    if (authorizer.kind === 'user-pool') {
      if (!authorizeUser) throw new Error('The gateway of an API for users needs authorizeUser');
      return ({ req }) => authorizeUser(req, authorizer.scopes);
    }
    const { arn, header } = authorizer;
    const invoke = invoker(arn);
    return ({ req, methodArn, pathParameters }) => {
      if (!header) return authorize(invoke, { type: 'REQUEST', methodArn, pathParameters });
      const authorizationToken = req.headers[header]?.toString();
      return authorize(invoke, { type: 'TOKEN', methodArn, authorizationToken });
    };
  }

  /** The order of refusals: route, its rate, caller, the caller's rate, and the body last. */
  private async decide(exchange: Exchange): Promise<Ending> {
    const { req, resourcePath } = exchange;
    const match = resourcePath && this.routes.find(resourcePath, req.method ?? '');
    const arriving = readBody(req);
    if (!match) return { type: 'MISSING_AUTHENTICATION_TOKEN' };
    const admitted = await this.admit(exchange, match);
    if ('type' in admitted) return admitted;
    const body = await arriving;
    if (body.kind !== 'whole') return { type: bodyRefusals[body.kind] };
    const routed = {
      received: exchange,
      apiId: this.options.api.id,
      stage: this.options.api.stage,
      resource: match.target.method.path,
      pathParameters: match.pathParameters,
      authorization: admitted.authorization,
    };
    const event = proxyEvent(req, routed, body.bytes);
    if (isTooLarge(event)) return { type: 'REQUEST_TOO_LARGE' };
    const { invoke, method } = match.target;
    return ending(await within(method.timeoutMs, invoke(event)));
  }

  /** Counts the request against the route, asks the authorizer, then counts it against its key. */
  private async admit(
    exchange: Exchange,
    { target, pathParameters }: Match<Target>,
  ): Promise<Decision> {
    const { req, resourcePath } = exchange;
    const { api, meter } = this.options;
    if (target.bucket && !target.bucket.take()) return { type: 'THROTTLED' };
    const methodArn = methodArnOf(api.id, api.stage, req.method ?? '', resourcePath ?? '');
    const decision: Decision = (await target.authorize?.({ req, methodArn, pathParameters })) ?? {};
    if ('type' in decision || !target.method.apiKeyRequired) return decision;
    const metered = meter(decision.authorization?.apiKey);
    if (metered === 'unknown') return { type: 'INVALID_API_KEY' };
    return metered === 'throttled' ? { type: 'THROTTLED' } : decision;
  }

  private send(exchange: Exchange, end: Ending): void {
    const answer = 'answer' in end ? end.answer : this.own(exchange, end);
    if (answer.statusCode >= 500) {
      const { req, path, extendedRequestId } = exchange;
      this.options.onServerError(
        `${req.method} ${path} answered ${answer.statusCode} (x-request-id ${extendedRequestId})`,
      );
    }
    sendAnswer(exchange.res, answer);
  }

  /** The stack's gateway response of a type, with the request's variables in it. */
  private own(
    { requestId, extendedRequestId }: Exchange,
    { type, variables }: Denial,
  ): FunctionAnswer {
    const { status, headers, body } = this.responses[type];
    const context: Context = {
      requestId,
      extendedRequestId,
      'error.responseType': type,
      'error.message': type,
      'error.messageString': JSON.stringify(type),
      ...variables,
    };
    const given = headers.flatMap(([name, value]) => [name, value(context)]);
    const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
    return {
      statusCode: status,
      headers: typed ? given : ['content-type', 'application/json', ...given],
      body: body(context),
    };
  }
}

const bodyRefusals = {
  'too-large': 'REQUEST_TOO_LARGE',
  // The sender has hung up, so the answer is never read.
  'cut-off': 'BAD_REQUEST_BODY',
  malformed: 'BAD_REQUEST_BODY',
  'unknown-encoding': 'UNSUPPORTED_MEDIA_TYPE',
} as const satisfies Record<Exclude<Body['kind'], 'whole'>, ResponseType>;

function ending(outcome: Outcome | 'late'): Ending {
  if (outcome === 'late') return { type: 'INTEGRATION_TIMEOUT' };
  const answer = outcome.kind === 'answer' ? readAnswer(outcome.value) : undefined;
  return answer ? { answer } : { type: 'DEFAULT_5XX' };
}

function within(ms: number, outcome: Promise<Outcome>): Promise<Outcome | 'late'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('late'), ms);
    void outcome.then((settled) => {
      clearTimeout(timer);
      resolve(settled);
    });
  });
}
