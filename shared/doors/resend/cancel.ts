import * as z from 'zod/mini';
import { type Door, ok } from '../door.ts';
import { resendError } from './errors.ts';

/** What the door reads of `/v1/cancel`'s answer. */
const ended = z.object({ tooLate: z.array(z.object({ state: z.string() })) });

/** The body of a request is ignored. */
export const resendCancel: Door = {
  name: 'resend',
  resource: '/resend/emails/{id}/cancel',
  toV1: ({ pathParameters }) => {
    const id = pathParameters?.id;
    const reply = (told: unknown) => {
      const [late] = ended.parse(told).tooLate;
      if (late === undefined) return ok({ object: 'email', id });
      const error = `The message is ${late.state}: it is too late to cancel it`;
      return resendError({ kind: 400, error });
    };
    return [{ body: { id }, reply }];
  },
  failed: resendError,
};
