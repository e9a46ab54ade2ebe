import {
  beyond,
  type KeptMail,
  maxCharacters,
  maxMails,
} from '../../../local/mail/mails/kept-mails.ts';
import { expect, test } from '../../jest.ts';

const mail = (length = 0): KeptMail => ({
  messageId: 'ses-1',
  from: 'ada@example.com',
  replyTo: [],
  destination: { to: [], cc: [], bcc: [] },
  subject: 'Hej',
  body: { html: 'x'.repeat(Math.min(length, 1000)) },
  attachments: [
    { content: { length: Math.max(0, length - 1000) } as string, contentType: 'a/b', size: 1 },
  ],
  at: 0,
});

test.each([
  ['no mail', [], 0],
  ['as many mails as it may', Array.from({ length: maxMails }, () => mail()), 0],
  ['two mails more', Array.from({ length: maxMails + 2 }, () => mail()), 2],
  ['as many characters as it may', [mail(maxCharacters / 2), mail(maxCharacters / 2)], 0],
  ['one character more', [mail(1), mail(maxCharacters / 2), mail(maxCharacters / 2)], 1],
  ['large mails before small ones', [mail(maxCharacters), mail(1), mail(1)], 1],
  ['a newest mail beyond the limit', [mail(1), mail(maxCharacters + 1)], 1],
])('of %s the inbox deletes the oldest beyond its limits', (_, mails, deleted) => {
  expect(beyond(mails)).toBe(deleted);
});
