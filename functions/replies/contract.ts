import * as z from 'zod/mini';
import { verdicts } from '../../shared/message/reply.ts';

const verdict = z.object({
  status: z.catch(z.enum(verdicts), 'PROCESSING_FAILED'),
});

/**
 * What SES gives to a Lambda action of a receipt rule.
 * https://docs.aws.amazon.com/ses/latest/dg/receiving-email-action-lambda-event.html
 */
export const receivedMail = z.object({
  Records: z.array(
    z.object({
      ses: z.object({
        mail: z.object({
          timestamp: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
          /** The envelope's sender; empty in a bounce. */
          source: z._default(z.nullable(z.string()), ''),
          /** SES's id, which the key of the mail in S3 ends with. */
          messageId: z.string(),
          headers: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
        }),
        receipt: z.object({
          recipients: z.array(z.string()),
          spamVerdict: verdict,
          virusVerdict: verdict,
          spfVerdict: verdict,
          dkimVerdict: verdict,
          dmarcVerdict: verdict,
        }),
      }),
    }),
  ),
});

export type ReceivedMail = z.output<typeof receivedMail>['Records'][number]['ses'];
