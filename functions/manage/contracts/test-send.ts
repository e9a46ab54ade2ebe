import * as z from 'zod/mini';
import { data } from './common.ts';

/**
 * `POST /templates/{id}/test-send`, with an `Idempotency-Key`: sends one mail to one address, from the flow's sender
 * or, if it names none, from the deployment's first sender. It renders the `draft`, or without one the stored
 * template. It does not run the flow's checks; a suppressed address is `invalid`.
 */
export const testSend = z.object({
  to: z.string(),
  data: z._default(data, {}),
  draft: z._default(
    z.nullable(
      z.object({
        layout: z._default(z.nullable(z.string()), null),
        language: z._default(z.nullable(z.string()), null),
        subject: z.string(),
        html: z.string(),
        text: z._default(z.nullable(z.string()), null),
        flow: z._default(z.nullable(z.unknown()), null),
      }),
    ),
    null,
  ),
});

export type TestSend = z.input<typeof testSend>;

/** `messageId` is postrider's id, not SES's: `GET /messages/{messageId}` returns the message. */
export const testSent = z.object({ messageId: z.string() });

export type TestSent = z.output<typeof testSent>;
