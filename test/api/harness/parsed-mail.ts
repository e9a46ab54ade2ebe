import { type ParsedMail, simpleParser } from 'mailparser';
import { deployment } from './deployment.ts';

/** A mail in the inbox, by SES's id, as another parser reads the file that people download. */
export async function parsedMail(messageId: string): Promise<ParsedMail> {
  const answer = await fetch(`${deployment.sesEndpoint}/mails/${messageId}/eml`);
  return simpleParser(Buffer.from(await answer.arrayBuffer()));
}
