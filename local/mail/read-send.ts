import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

const send = z.looseObject({
  Content: z.looseObject({
    Simple: z.looseObject({
      Subject: z.looseObject({ Data: z.literal('').transform(() => ' ') }),
    }),
  }),
});

/**
 * Reads a request to send a mail. SES takes a mail without a subject, the local server refuses an
 * empty one: it gets a space. Undefined for what is no JSON.
 */
export async function readSend(req: IncomingMessage): Promise<unknown> {
  const body = await json(req).catch(() => undefined);
  const parsed = send.safeParse(body);
  return parsed.success ? parsed.data : body;
}
