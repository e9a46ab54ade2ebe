import { mailToCall, type SmtpCall } from '../../cli/smtp/mail-to-call.ts';
import { replyOf as smtpReplyOf } from '../../cli/smtp/reply-codes.ts';
import { messageIdHeader } from '../../shared/message/message-id.ts';
import { filesOf } from '../harness/files.ts';
import { bodyOf } from '../harness/send.ts';
import { answerOf, type CallerLineOptions, httpEvent, replyOf } from './functions/call.ts';
import type { Send } from './judge.ts';

/** One send in this many comes by SMTP. */
const perSmtpSend = 3;

/**
 * How the sends that come by SMTP reach `execute`: as mails, which the code of the SMTP server translates. The other
 * sends are requests to execute.
 */
export async function bySmtp(
  sends: readonly Send[],
  accountOf: (sendId: string) => string,
  requestOf: NonNullable<CallerLineOptions['requestOf']>,
): Promise<Required<Pick<CallerLineOptions, 'requestOf' | 'read'>>> {
  const calls = new Map<string, SmtpCall>();
  for (const send of sends.filter((_, number) => number % perSmtpSend === 1))
    calls.set(send.id, await mailToCall(...mailOf(send)));
  return {
    requestOf: (send) => {
      const call = calls.get(send.id);
      if (call === undefined) return requestOf(send);
      const event = httpEvent(accountOf(send.id), call.body, call.idempotencyKey);
      return { ...event, resource: '/smtp' };
    },
    read: (send, called) => {
      const reply = replyOf(called);
      const call = calls.get(send.id);
      const answer = answerOf(called);
      if (call === undefined || answer === null) return reply;
      const { statusCode: status, body, headers } = answer;
      const messageId = headers[messageIdHeader] ?? null;
      const { code, text } = smtpReplyOf({ status, body, messageId }, call.mail);
      if (
        (code === 250) === (reply.kind === 'sent') &&
        (code === 554) === (reply.kind === 'unknown')
      )
        return reply;
      throw new Error(`A mail that was ${reply.kind} was answered ${code} ${text}`);
    },
  };
}

/** The mail of a send, and the recipients of its envelope. All its files are in the mail. */
function mailOf({ id, key }: Send): [source: Buffer, envelope: string[]] {
  const { templateId, variables, _to, _cc } = JSON.parse(bodyOf(id));
  const lines = [
    'From: Trial <trial@sender.example>',
    `To: ${_to}, ${_cc}`,
    'Subject: Not sent',
    ...(key === null ? [] : [`Message-ID: <${key}@sender.example>`]),
    `X-Postrider-Template: ${templateId}`,
    `X-Postrider-Variables: ${JSON.stringify(variables)}`,
    'Content-Type: multipart/mixed; boundary=part',
    '',
    ...filesOf(id).flatMap(({ name, content }) => [
      '--part',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename=${name}`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ]),
    '--part--',
  ];
  return [Buffer.from(lines.join('\r\n')), [_to, _cc]];
}
