import { capturedPrefix } from './message-id.ts';

/**
 * The header `Message-ID` that SES in a region gives the mail with this id of SES; null without an id, and for a
 * captured mail. Default: the region of the function, or that of the local run.
 * https://docs.aws.amazon.com/ses/latest/dg/header-fields.html
 */
export function messageIdHeaderOf(
  sesMessageId: string | null,
  region = process.env.AWS_REGION ?? 'us-east-1',
): string | null {
  if (sesMessageId === null || sesMessageId.startsWith(capturedPrefix)) return null;
  return `<${sesMessageId}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}
