import { type ParsedMail, simpleParser } from 'mailparser';
import type { Answer } from './call.ts';
import { deployment } from './deployment.ts';

/** The mail that an answer of execute reports as sent: downloaded from the inbox, and read by an independent parser. */
export async function parsedMailOf({ body }: Answer): Promise<ParsedMail> {
  return parsedMail((body as { messageId: string }).messageId);
}

export async function parsedMail(messageId: string): Promise<ParsedMail> {
  const answer = await fetch(`${deployment.sesEndpoint}/mails/${messageId}/eml`);
  if (answer.status !== 200) throw new Error(`No mail ${messageId} in the inbox`);
  return simpleParser(Buffer.from(await answer.arrayBuffer()));
}
