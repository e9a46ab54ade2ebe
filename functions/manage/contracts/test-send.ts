import * as z from 'zod/mini';
import { maxAttachments, maxTestMailFileBytes } from '../../../shared/engine/limits.ts';
import { data } from './common.ts';
import { unsavedContent } from './templates.ts';

/**
 * `POST /templates/{id}/test-send` with an `Idempotency-Key`: one mail of the `draft` or the stored template, without
 * the flow's checks, from the flow's or the deployment's first sender. A suppressed address is `invalid`.
 */
export const testSend = z.object({
  to: z.string(),
  data: z._default(data, {}),
  draft: z._default(z.nullable(unsavedContent), null),
  attachments: z._default(
    z.array(
      z.object({
        name: z.string(),
        /** Standard base64. */
        content: z.string(),
        /** The Content-ID, for a file that the HTML shows. */
        cid: z.optional(z.string()),
      }),
    ),
    [],
  ),
});

export type TestSend = z.input<typeof testSend>;

/** In bytes before base64. */
export const testMailFileBytes = maxTestMailFileBytes;

export const testMailFiles = maxAttachments;

/** `messageId` is postrider's id, not SES's: `GET /messages/{messageId}` returns the message. */
export const testSent = z.object({ messageId: z.string() });

export type TestSent = z.output<typeof testSent>;
