import type { SesMail } from '../../harness/ses.ts';

/** C0, DEL, C1 and the line separators: any of them could end a header line for some reader. */
const control = /[\p{Cc}\u2028\u2029]/u;

/** The names of headers that a mail may have, besides the headers that SES writes. */
const mayBeSent =
  /^(?:x-(?!ses-)|(?:in-reply-to|references|auto-submitted|importance|list-id|feedback-id|list-unsubscribe(?:-post)?)$)/i;

/**
 * The header fields of a mail that hold a control character or, except in the subject, a character beyond ASCII; headers
 * that no mail may have; and one of the two headers of one-click unsubscribe without the other.
 */
export function unsafeFields(mail: SesMail): [field: string, value: string][] {
  const { Destination, Content } = mail;
  const { Headers: headers = [] } = Content.Simple;
  const named = (field: string, values: readonly string[]) =>
    values.map((value): [string, string] => [field, value]);
  const fields = [
    ...named('from', [mail.FromEmailAddress]),
    ...named('to', Destination.ToAddresses),
    ...named('cc', Destination.CcAddresses),
    ...named('bcc', Destination.BccAddresses),
    ...named('reply-to', mail.ReplyToAddresses),
    ...named('subject', [Content.Simple.Subject.Data]),
    ...headers.flatMap(({ Name, Value }) => named('header', [Name, Value])),
  ];
  const found = fields.filter(
    ([field, value]) => control.test(value) || (field !== 'subject' && !/^[ -~]+$/.test(value)),
  );
  for (const { Name, Value } of headers) if (!mayBeSent.test(Name)) found.push([Name, Value]);
  const leaving = headers.filter(({ Name }) => /^list-unsubscribe/i.test(Name));
  if (leaving.length === 1) found.push(['List-Unsubscribe', 'one header without the other']);
  return found;
}
