import * as z from 'zod/mini';
import { given } from '../calls.ts';
import { type Door, v1Event } from '../door.ts';
import { failureOf, v1Result } from '../failure.ts';
import { resendError, resendReply } from './errors.ts';

/** What the door reads of `/v1/cancel`'s answer. */
const ended = z.object({ tooLate: z.array(z.object({ state: z.string() })) });

/** The body of a request is ignored. */
export const resendCancel: Door = {
  name: 'resend',
  resource: '/resend/emails/{id}/cancel',
  toV1: (event) => {
    const id = event.pathParameters?.id;
    return {
      events: [v1Event(event, { id }, { name: 'resend' })],
      fromV1: ([answer]) => {
        const { statusCode, body } = given(answer);
        const told: unknown = JSON.parse(body);
        const failure = failureOf(statusCode, v1Result.parse(told));
        if (failure) return resendError(failure);
        const [late] = ended.parse(told).tooLate;
        if (late === undefined) return resendReply({ object: 'email', id });
        const error = `The message is ${late.state}: it is too late to cancel it`;
        return resendError({ kind: 'invalid', error });
      },
    };
  },
  failed: resendError,
};
