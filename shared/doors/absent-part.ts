import { bodyForAllDoors } from '../engine/door-bodies.ts';
import { doorsStage } from '../engine/doors.ts';
import { refusals } from '../engine/errors.ts';
import { answer, requestIdOf } from '../http/answer.ts';
import type { ProxyAnswer, ProxyEvent } from '../http/proxy.ts';
import type { DoorReply } from './door.ts';
import { postmarkError } from './postmark/errors.ts';
import { resendError } from './resend/errors.ts';

/**
 * The answer to a request for a part of another API that postrider does not have, with a key or without: docs/doors.md
 * lists the parts. Null for a request to `/v1`.
 */
export function absentPart(event: ProxyEvent): ProxyAnswer | null {
  const reply = replyTo(event);
  return reply && answer(reply.status, JSON.stringify(reply.body), requestIdOf(event));
}

function replyTo({ resource = '', requestContext }: ProxyEvent): DoorReply | null {
  if (resource.startsWith('/resend')) return resendError(absent('Resend'));
  if (resource.startsWith('/postmark')) return postmarkError(absent('Postmark'));
  return requestContext.stage === doorsStage ? unknownRoute : null;
}

const absent = (peer: string) => ({
  kind: 501,
  error: `postrider does not have this part of ${peer}'s API: see docs/doors.md`,
});

const { status, sentence } = refusals.notFound;
const unknownRoute = { status, body: bodyForAllDoors('notFound', sentence()) };
