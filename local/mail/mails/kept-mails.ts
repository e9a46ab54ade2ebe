import { type Email, getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';

/** A mail as aws-ses-v2-local keeps it, in memory only. */
export type KeptMail = Email;

/** How many mails are kept; the oldest are deleted first. */
export const maxMails = 2000;

/** The characters of all kept mails together: files in base64, and bodies. The oldest mails are deleted first. */
export const maxCharacters = 200 * 2 ** 20;

/** All mails, the oldest first. */
export function keptMails(): readonly KeptMail[] {
  return getStoreReadonly().emails;
}

/** The mail with this id of SES; undefined if it was deleted or never came. */
export function keptMail(messageId: string): KeptMail | undefined {
  return keptMails().find((mail) => mail.messageId === messageId);
}

/** Deletes the oldest mails beyond the two limits. The newest mail stays. */
export function forgetOldest(): void {
  const { emails } = getStoreReadonly();
  emails.splice(0, beyond(emails));
}

/** How many of the mails, from the oldest, are beyond a limit. */
export function beyond(mails: readonly KeptMail[]): number {
  let characters = 0;
  const newest = mails.toReversed().findIndex((mail, index) => {
    characters += charactersOf(mail);
    return index > 0 && (index >= maxMails || characters > maxCharacters);
  });
  return newest < 0 ? 0 : mails.length - newest;
}

function charactersOf({ body: { html = '', text = '' }, attachments }: KeptMail): number {
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0);
  return html.length + text.length + files;
}

/** The value of one of a mail's further headers, whatever the case of its name; undefined if there is none. */
export function headerOf({ headers = [] }: KeptMail, name: string): string | undefined {
  return headers.find((each) => each.name.toLowerCase() === name)?.value;
}
