import * as z from 'zod/mini';
import { maxAttachments, maxTestMailFileBytes } from '../../../shared/engine/limits.ts';
import { data } from './common.ts';
import { unsavedContent } from './templates.ts';

/**
 * `POST /templates/{id}/test-send`, with an `Idempotency-Key`: sends one mail from the flow's or the deployment's first
 * sender, with the `draft` or what is stored, without the flow's checks. A suppressed address is `invalid`. Files have
 * at most `testMailFileBytes` together.
 */
export const testSend = z.object({
  to: z.string(),
  data: z._default(data, {}),
  draft: z._default(z.nullable(unsavedContent), null),
  /** The files of the mail. */
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

/** How many files a test mail may have. */
export const testMailFiles = maxAttachments;

/** `messageId` is postrider's id, not SES's: `GET /messages/{messageId}` returns the message. */
export const testSent = z.object({ messageId: z.string() });

export type TestSent = z.output<typeof testSent>;
