import type * as z from 'zod/mini';
import type { FunctionTime } from '../deadline.ts';
import type { DoorName } from '../engine/doors.ts';
import { answer, requestIdOf } from '../http/answer.ts';
import { type EndpointDefinition, endpoint } from '../http/endpoint.ts';
import { causesOf, startLogLine } from '../http/log-line.ts';
import { type DoorCall, header, type ProxyAnswer, type ProxyEvent } from '../http/proxy.ts';
import { idempotencyHeader } from '../message/idempotency-key.ts';
import { type Failure, failureFrom } from './failure.ts';

/** A way into an endpoint of `/v1` for the requests of another API: two translations around its handler. */
export interface Door {
  name: DoorName;
  /** The resource of the doors' API, such as `/resend/emails`. */
  resource: string;
  /** Translates a request. Throws a `DoorRefusal`, or a `Refusal` as the handler does. */
  toV1: (event: ProxyEvent) => V1Call | Promise<V1Call>;
  /** The answer to a request that failed, in the shape of the other API. */
  failed: (failure: Failure) => DoorReply;
}

/** A request of a door as requests to the handler of `/v1`. */
export interface V1Call {
  /** Made with `v1Event`. In most cases one. */
  events: readonly ProxyEvent[];
  /** Translates the handler's answers, which are in the order of the events. */
  fromV1: (answers: readonly ProxyAnswer[]) => DoorReply;
}

/** The status and body of a door's answer. Its headers are those of the handler's first answer. */
export interface DoorReply {
  status: number;
  /** JSON. */
  body: string;
  /** Beside the handler's. */
  headers?: Record<string, string>;
}

/** The handler of an endpoint of `/v1` that serves doors too. A request to `/v1` goes to the endpoint as it came. */
export function withDoors<S extends z.ZodMiniObject>(
  doors: readonly Door[],
  definition: EndpointDefinition<S>,
): (event: ProxyEvent, time: FunctionTime) => Promise<ProxyAnswer> {
  const handler = endpoint(definition);
  const byResource = new Map(doors.map((door) => [door.resource, door]));
  return async (event, time) => {
    const door = byResource.get(event.resource ?? '');
    if (door === undefined) return handler(event, time);
    const call = await callOf(door, event, definition.name);
    if ('statusCode' in call) return call;
    const answers = await Promise.all(call.events.map((each) => handler(each, time)));
    const { status, body, headers } = call.fromV1(answers);
    return answer(status, body, requestIdOf(event), { ...answers[0]?.headers, ...headers });
  };
}

/** The request as the handler takes it, or the answer if the door refuses it, which the handler then does not log. */
async function callOf(
  door: Door,
  event: ProxyEvent,
  endpointName: string,
): Promise<V1Call | ProxyAnswer> {
  try {
    return await door.toV1(event);
  } catch (error) {
    const failure = failureFrom(error);
    const { status, body, headers } = door.failed(failure);
    const requestId = requestIdOf(event);
    const { accountId, keyId, test } = event.requestContext.authorizer ?? {};
    startLogLine(endpointName).write({
      requestId,
      accountId,
      keyId,
      test: test ? true : undefined,
      door: door.name,
      status,
      causes: failure.kind === 'internal' ? causesOf(error) : undefined,
    });
    return answer(status, body, requestId, headers);
  }
}

/** A request to `/v1` in the name of the caller of `event`: a body and, if the request has one, its Idempotency-Key. */
export function v1Event(
  event: ProxyEvent,
  body: object,
  door: DoorCall,
  idempotencyKey = header(event, idempotencyHeader),
): ProxyEvent {
  return {
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
    },
    body: JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { ...event.requestContext, door },
  };
}
