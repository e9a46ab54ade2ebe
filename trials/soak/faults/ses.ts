import { mailTags } from '../../../shared/message/mail-tags.ts';
import { parseMail, subjectOf } from '../../harness/ses.ts';
import type { Call, WholeAnswer } from './server.ts';

/** A mail that SES accepted. */
export interface AcceptedMail {
  sesMessageId: string;
  /** The send that it belongs to: its subject. */
  sendId: string;
  /** The account's and the message's id in its tags. */
  accountId: string;
  messageId: string;
  /** Its recipients. */
  to: string[];
}

const mailOf = ({ body }: Call) => parseMail(JSON.parse(body.toString()));

/** The send that a call of SendEmail belongs to. */
export const sendIdOf = (call: Call): string => subjectOf(mailOf(call));

/** Accepts every mail that arrives, adds it to a list, and passes it on. */
export function acceptInto(
  accepted: AcceptedMail[],
  onAccepted: (mail: AcceptedMail) => void = () => undefined,
): (call: Call) => Promise<WholeAnswer> {
  return async (call) => {
    const { Destination, EmailTags } = mailOf(call);
    const tag = (name: string) => EmailTags.find(({ Name }) => Name === name)?.Value ?? '';
    const mail = {
      sesMessageId: `ses-${accepted.length + 1}`,
      sendId: sendIdOf(call),
      accountId: tag(mailTags.account),
      messageId: tag(mailTags.message),
      to: [...Destination.ToAddresses, ...Destination.CcAddresses],
    };
    accepted.push(mail);
    onAccepted(mail);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ MessageId: mail.sesMessageId })),
    };
  };
}
