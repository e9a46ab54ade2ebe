import type { KeptMail } from '../mails/kept-mails.ts';

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A mail's subject. aws-ses-v2-local keeps an empty subject as a space. */
export function subjectOf({ subject }: KeptMail): string {
  return subject.trim() || '(no subject)';
}

export function isoOf({ at }: KeptMail): string {
  return new Date(at * 1000).toISOString();
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** When the mail came, for the list: today's mails without their day. */
export function timeOf(mail: KeptMail): string {
  const at = new Date(mail.at * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? clock.format(at) : dayOf(mail);
}

export function dayOf({ at }: KeptMail): string {
  return dayAndClock.format(new Date(at * 1000));
}
