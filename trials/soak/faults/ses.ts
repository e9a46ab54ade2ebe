import { isDeepStrictEqual } from 'node:util';
import { mailTags } from '../../../shared/message/mail-tags.ts';
import type { SentFile } from '../../harness/files.ts';
import { parseMail, type SesMail, subjectOf } from '../../harness/ses.ts';
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
  /** Whether a file of its send is missing or different, or there is an additional file. */
  hasOtherFiles?: boolean;
}

const mailOf = ({ body }: Call) => parseMail(JSON.parse(body.toString()));

/** The send that a call of SendEmail belongs to. */
export const sendIdOf = (call: Call): string => subjectOf(mailOf(call));

function hasFiles({ Content }: SesMail, files: readonly SentFile[]): boolean {
  const { Attachments = [] } = Content.Simple;
  return isDeepStrictEqual(
    Attachments.map(({ FileName, RawContent }) => [FileName, RawContent]),
    files.map(({ name, content }) => [name, content.toString('base64')]),
  );
}

/** Accepts every mail that arrives, adds it to a list, and passes it on. `files`: a send's files. Default: none. */
export function acceptInto(
  accepted: AcceptedMail[],
  onAccepted: (mail: AcceptedMail) => void = () => undefined,
  files: (sendId: string) => readonly SentFile[] = () => [],
): (call: Call) => Promise<WholeAnswer> {
  return async (call) => {
    const given = mailOf(call);
    const { Destination, EmailTags } = given;
    const tag = (name: string) => EmailTags.find(({ Name }) => Name === name)?.Value ?? '';
    const mail = {
      sesMessageId: `ses-${accepted.length + 1}`,
      sendId: sendIdOf(call),
      accountId: tag(mailTags.account),
      messageId: tag(mailTags.message),
      to: [...Destination.ToAddresses, ...Destination.CcAddresses],
      hasOtherFiles: !hasFiles(given, files(subjectOf(given))),
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
