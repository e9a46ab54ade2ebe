import { doorsStage } from '../engine/doors.ts';
import { answer, requestIdOf } from '../http/answer.ts';
import type { ProxyAnswer, ProxyEvent } from '../http/proxy.ts';

/**
 * The answer to a request for a part of another API that postrider does not have, with a key or without: docs/doors.md
 * lists the parts. Null for a request to `/v1`.
 */
export function absentPart(event: ProxyEvent): ProxyAnswer | null {
  const { resource = '', requestContext } = event;
  const reply = (status: number, body: object) =>
    answer(status, JSON.stringify(body), requestIdOf(event));
  if (resource.startsWith('/resend')) {
    const message = sentence("Resend's");
    return reply(501, { statusCode: 501, name: 'application_error', message });
  }
  if (resource.startsWith('/postmark'))
    return reply(501, { ErrorCode: 501, Message: sentence("Postmark's") });
  return requestContext.stage === doorsStage ? reply(404, unknownRoute) : null;
}

const sentence = (whose: string) =>
  `postrider does not have this part of ${whose} API: see docs/doors.md`;

/** For all doors: each program reads its own names. */
const unknownRoute = {
  statusCode: 404,
  name: 'not_found',
  message: 'Not found',
  ErrorCode: 404,
  Message: 'Not found',
  error: 'Not found',
};
