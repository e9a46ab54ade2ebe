import type { Email } from 'aws-ses-v2-local/dist/store.js';
import type { Answer } from './call.ts';
import { deployment } from './deployment.ts';

export type Mail = Omit<Email, 'messageId' | 'at'>;

export async function mailsWhere(wanted: (mail: Email) => boolean): Promise<Mail[]> {
  const answer = await fetch(`${deployment.sesEndpoint}/store`);
  const { emails } = (await answer.json()) as { emails: Email[] };
  return emails.filter(wanted).map(({ messageId: _, at: __, ...mail }) => mail);
}

export const mailsTo = (address: string) =>
  mailsWhere(({ destination }) => destination.to.includes(address));

/** Throws if the answer reports no mail as sent. */
export async function mailOf({ body }: Answer): Promise<Mail> {
  const { type, messageId } = body as { type: string; messageId: string };
  const [mail, another] = await mailsWhere((each) => each.messageId === messageId);
  if (type !== 'sent' || !mail || another) throw new Error(`No one mail: ${JSON.stringify(body)}`);
  return mail;
}
