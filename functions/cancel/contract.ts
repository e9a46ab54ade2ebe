import * as z from 'zod/mini';
import { requiredString } from '../../shared/http/contract.ts';
import type { MessageState } from '../../shared/message/message.ts';

/** The body of POST /v1/cancel: exactly one of the two fields. */
export const cancelRequest = z.object({
  /** Our id: `id` of execute's answer to a request with `_sendAt`. */
  id: z.optional(requiredString),
  reference: z.optional(requiredString),
});

export type CancelRequest = z.output<typeof cancelRequest>;

export interface TooLate {
  id: string;
  state: MessageState;
}

export interface Cancelled {
  /** The ids of the messages that will not be sent. A message that was cancelled before is among them. */
  cancelled: string[];
  /** The messages that are being sent, have been sent, or were never scheduled. */
  tooLate: TooLate[];
  /** Only if the reference has more scheduled messages: repeat the request. */
  more?: true | undefined;
}

export const cancelExample: { request: CancelRequest; response: Cancelled } = {
  request: { reference: 'trial-4711' },
  response: {
    cancelled: ['01KAVXC5T0Q7ZJ3M8R2W9YB4FD'],
    tooLate: [{ id: '01KASKAB40M2D8H5V6N1X7C9QE', state: 'DELIVERED' }],
  },
};
