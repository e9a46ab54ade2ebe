import type { SesMail } from '../../harness/ses.ts';

/** C0, DEL, C1 and the line separators: any of them could end a header line for some reader. */
const control = /[\p{Cc}\u2028\u2029]/u;

/** The header fields of a mail that hold a control character or, except in the subject, a character beyond ASCII. */
export function unsafeFields(mail: SesMail): [field: string, value: string][] {
  const { Destination, Content } = mail;
  const named = (field: string, values: readonly string[]) =>
    values.map((value): [string, string] => [field, value]);
  const fields = [
    ...named('from', [mail.FromEmailAddress]),
    ...named('to', Destination.ToAddresses),
    ...named('cc', Destination.CcAddresses),
    ...named('bcc', Destination.BccAddresses),
    ...named('reply-to', mail.ReplyToAddresses),
    ...named('subject', [Content.Simple.Subject.Data]),
  ];
  return fields.filter(
    ([field, value]) => control.test(value) || (field !== 'subject' && !/^[ -~]+$/.test(value)),
  );
}
