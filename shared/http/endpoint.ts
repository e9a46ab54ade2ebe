import middy from '@middy/core';
import type * as z from 'zod/mini';
import { Refusal, refuse, refuseBecause } from '../errors.ts';
import { answer, encodeResult, refusalAnswer, requestIdOf } from './answer.ts';
import { checkContract } from './contract.ts';
import { readJsonBody } from './json-body.ts';
import { causesOf, isColdStart, writeLogLine } from './log-line.ts';
import type { Caller, ProxyAnswer, ProxyEvent } from './proxy.ts';

/** What a function is made of: its contract and its use case. */
export interface EndpointDefinition<S extends z.ZodMiniType> {
  name: string;
  request: S;
  /** Answers the parsed request; throws a `Refusal`, or anything else as a fault. */
  run: (request: z.output<S>, caller: Caller, requestId: string) => Promise<object> | object;
}

/** A Lambda handler of two parameters: the Node 24 runtime refuses a third. */
type Handler = (event: ProxyEvent, context: Context) => Promise<ProxyAnswer>;
type Timing = { startedAt: number; cold: boolean };
type Context = import('aws-lambda').Context;
type Step = middy.MiddlewareObj<ProxyEvent, ProxyAnswer, Error, Context, Timing>;
type Request = middy.Request<ProxyEvent, ProxyAnswer, Error, Context, Timing>;

/**
 * The one chain that every endpoint runs in: log line, refusals, body, contract, use case. Steps
 * unwind in reverse, so the log line sees the final answer. No endpoint knows middy.
 */
export function endpoint<S extends z.ZodMiniType>(definition: EndpointDefinition<S>): Handler {
  const chain = middy<ProxyEvent, ProxyAnswer, Error, Context, Timing>()
    .use(logEachRequest(definition.name))
    .use(answerRefusals())
    .handler(async (event: ProxyEvent) => {
      const request = checkContract(definition.request, readJsonBody(event));
      const requestId = requestIdOf(event);
      const result = await definition.run(request, callerOf(event), requestId);
      return answer(200, encodeResult(result), requestId);
    });
  return (event, context) => chain(event, context);
}

/** The authorizer ran before: a request without its findings is a fault of the set-up. */
function callerOf({ requestContext: { authorizer } }: ProxyEvent): Caller {
  if (!authorizer?.accountId || !authorizer.keyId) throw refuse('internal');
  return { accountId: authorizer.accountId, keyId: authorizer.keyId };
}

/** Translates what was thrown, once: a refusal as it is, anything else as a fault without details. */
function answerRefusals(): Step {
  return {
    onError: (request) => {
      const { error } = request;
      const refusal = error instanceof Refusal ? error : refuseBecause(error, 'internal');
      request.error = refusal;
      request.response = refusalAnswer(refusal, requestIdOf(request.event));
    },
  };
}

function logEachRequest(name: string): Step {
  const write = (request: Request) => {
    const { startedAt, cold } = request.internal;
    const authorizer = request.event.requestContext.authorizer;
    const status = request.response?.statusCode ?? 500;
    writeLogLine({
      requestId: requestIdOf(request.event),
      endpoint: name,
      accountId: authorizer?.accountId,
      keyId: authorizer?.keyId,
      status,
      ms: Math.round(performance.now() - startedAt),
      cold,
      causes: status >= 500 ? causesOf(request.error) : undefined,
    });
  };
  return {
    before: (request) => {
      request.internal.startedAt = performance.now();
      request.internal.cold = isColdStart();
    },
    after: write,
    onError: write,
  };
}
