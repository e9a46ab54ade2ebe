import type * as z from 'zod/mini';
import type { FunctionTime } from '../deadline.ts';
import type { DoorName } from '../engine/doors.ts';
import { type EndpointDefinition, endpoint } from '../http/endpoint.ts';
import { type DoorCall, header, type ProxyAnswer, type ProxyEvent } from '../http/proxy.ts';
import { checkIdempotencyKey, idempotencyHeader } from '../message/idempotency-key.ts';
import { type Asked, type Failure, failureFrom, failureOf, v1Result } from './failure.ts';

/** A way into an endpoint of `/v1` for the requests of another API: two translations around its handler. */
export interface Door {
  name: DoorName;
  /** The resource of the doors' API, such as `/resend/emails`. */
  resource: string;
  /** Translates a request, in most cases into one. Throws a `Refusal`, which may be a `DoorRefusal`. */
  toV1: (event: ProxyEvent) => readonly V1Request[] | Promise<readonly V1Request[]>;
  /** The answer to a request that failed, in the shape of the other API. */
  failed: (failure: Failure) => DoorReply;
}

/** A request to `/v1` in the name of the caller. */
export interface V1Request extends Asked, Pick<DoorCall, 'from' | 'strict'> {
  /** Default: that of the door's request. */
  idempotencyKey?: string;
  /** Translates the answer to a request that did not fail. Absent: all answers of `/v1` go back as they are. */
  reply?: (told: unknown, headers: ProxyAnswer['headers']) => DoorReply;
}

export interface DoorReply {
  status: number;
  body: object;
}

export const ok = (body: object): DoorReply => ({ status: 200, body });

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
    const events = await v1Events(door, event);
    const answers = await Promise.all(events.map((each) => handler(each, time)));
    const answer = answers.find(({ statusCode }) => statusCode !== 200) ?? answers[0];
    if (answer === undefined) throw new Error(`The door ${door.resource} asked for nothing`);
    return answer;
  };
}

/** The requests to `/v1` for one of a door. If the door refuses it, the endpoint gets the refusal, and logs it. */
async function v1Events(door: Door, event: ProxyEvent): Promise<ProxyEvent[]> {
  const { name } = door;
  const { requestContext } = event;
  const headers: ProxyEvent['headers'] = { 'content-type': 'application/json' };
  const isBase64Encoded = false;
  try {
    const key = checkIdempotencyKey(header(event, idempotencyHeader)) ?? undefined;
    const requests = await door.toV1(event);
    return requests.map(({ body, from, strict, idempotencyKey = key, ...asked }) => ({
      headers: { ...headers, [idempotencyHeader]: idempotencyKey },
      body: JSON.stringify(body),
      isBase64Encoded,
      requestContext: {
        ...requestContext,
        door: { name, from, strict, translate: translation(door, { body, ...asked }) },
      },
    }));
  } catch (thrown) {
    const translate = (answer: ProxyAnswer) => replied(answer, door.failed(failureFrom(thrown)));
    const context = { ...requestContext, door: { name, thrown, translate } };
    return [{ headers, body: null, isBase64Encoded, requestContext: context }];
  }
}

function translation({ failed }: Door, { reply, ...asked }: V1Request): DoorCall['translate'] {
  if (reply === undefined) return undefined;
  return (answer) => {
    const told: unknown = JSON.parse(answer.body);
    const failure = failureOf(answer.statusCode, v1Result.parse(told), asked);
    return replied(answer, failure ? failed(failure) : reply(told, answer.headers));
  };
}

/** An answer of `/v1` with the door's status and body. */
function replied({ headers, ...answer }: ProxyAnswer, { status, body }: DoorReply): ProxyAnswer {
  const retry = status === 503 && { 'retry-after': '1' };
  const shown = { ...headers, ...retry };
  return { ...answer, statusCode: status, headers: shown, body: JSON.stringify(body) };
}
