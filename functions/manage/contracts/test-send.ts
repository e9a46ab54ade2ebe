import * as z from 'zod/mini';
import { data } from './common.ts';

/**
 * `POST /templates/{id}/test-send`, with an `Idempotency-Key`: one mail to one address, from the
 * sender of the flow, or else from the deployment's first. Rendered as it would be sent: the stored
 * template, or the `draft`. Its checks are not run; a suppressed address is `invalid`.
 */
export const testSend = z.object({
  to: z.string(),
  data: z._default(data, {}),
  draft: z._default(
    z.nullable(
      z.object({
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

/** `messageId` is ours: `/messages/{messageId}` tells the rest. */
export const testSent = z.object({ messageId: z.string() });

export type TestSent = z.output<typeof testSent>;
