import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { Deadline } from '../deadline.ts';
import { answerLost, type SendOutcome } from '../message/send-outcome.ts';
import { SesConnections } from './ses-connections.ts';

/** Times of one send; the function's own time-out and a domain look-up leave room for them. */
export interface SendTimes {
  connectMs: number;
  answerMs: number;
  /** All attempts together. */
  wholeMs: number;
}

export const sendTimes: SendTimes = { connectMs: 1000, answerMs: 8000, wholeMs: 10_000 };

/** Pauses before the second and third attempt, which are made only if nothing can have been sent. */
const retryPausesMs = [200, 600];

/** A mail as SES takes it: addresses are encoded for headers, the subject and bodies are not. */
export interface Mail {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  html: string;
  text: string;
  /** What its reports will carry; names and values of `[A-Za-z0-9_-]`. */
  tags: Record<string, string>;
}

export interface SesOptions {
  /** The configuration set that every mail names. */
  configurationSet: string;
  /** Default: 1 s to connect, 8 s to answer, 10 s in all. */
  times?: SendTimes;
}

/** Sends one mail, with all its tries, within the deadline; without one `times` alone bounds them. */
export type SendMail = (mail: Mail, deadline?: Deadline) => Promise<SendOutcome>;

/** Makes `sendMail` for one container. Region, credentials and endpoint come from the environment. */
export function sesSender({ configurationSet, times = sendTimes }: SesOptions): SendMail {
  const connections = new SesConnections();
  const client = new SESv2Client({
    // The SDK would send again after a reset or a 500, when the first may have been accepted.
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: times.connectMs,
      requestTimeout: times.answerMs,
      throwOnRequestTimeout: true,
      httpAgent: connections.httpAgent,
      httpsAgent: connections.httpsAgent,
    }),
  });

  const attempt = async (command: SendEmailCommand, deadline: Deadline) => {
    connections.beginAttempt(performance.now());
    try {
      const { MessageId } = await deadline.within((abortSignal) =>
        client.send(command, { abortSignal }),
      );
      return MessageId
        ? ({ outcome: 'sent', messageId: MessageId } as const)
        : ({ outcome: 'unknown', error: answerLost } as const);
    } catch (error) {
      return readFailure(error, connections.hadConnection());
    } finally {
      connections.endAttempt(performance.now());
    }
  };

  return async (mail, given) => {
    const command = sendEmail(mail, configurationSet);
    const deadline = Deadline.in(Math.min(times.wholeMs, given?.leftMs() ?? times.wholeMs));
    let result = await attempt(command, deadline);
    for (const pauseMs of retryPausesMs) {
      if (result.outcome !== 'not sent' || deadline.leftMs() <= pauseMs) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
      result = await attempt(command, deadline);
    }
    return result.outcome === 'not sent' ? { outcome: 'refused', error: result.error } : result;
  };
}

/** Certainly not sent, and worth another attempt. */
type NotSent = { outcome: 'not sent'; error: string };

function readFailure(error: unknown, hadConnection: boolean): SendOutcome | NotSent {
  if (!hadConnection) return { outcome: 'not sent', error: 'SES could not be reached' };
  if (!(error instanceof SESv2ServiceException)) return { outcome: 'unknown', error: answerLost };
  const status = error.$metadata.httpStatusCode ?? 0;
  if (status < 400 || status >= 500) return { outcome: 'unknown', error: answerLost };
  if (isThrottled(error, status)) return { outcome: 'not sent', error: error.message };
  const refused = { outcome: 'refused', error: error.message } as const;
  return isForbidden(error, status) ? { ...refused, isForbidden: true } : refused;
}

/**
 * IAM and the check of the signature answer for SES; what SES refuses itself has another status.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html
 */
function isForbidden(error: SESv2ServiceException, status: number): boolean {
  return status === 403 || error.name.startsWith('AccessDenied');
}

/** "Maximum sending rate exceeded" passes in a second, "Daily message quota exceeded" does not. */
function isThrottled(error: SESv2ServiceException, status: number): boolean {
  const throttled = status === 429 || error.name.startsWith('Throttling');
  return throttled && !/daily/i.test(error.message);
}

function sendEmail(mail: Mail, configurationSet: string): SendEmailCommand {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return new SendEmailCommand({
    FromEmailAddress: mail.from,
    Destination: { ToAddresses: mail.to, CcAddresses: mail.cc, BccAddresses: mail.bcc },
    ReplyToAddresses: mail.replyTo,
    ConfigurationSetName: configurationSet,
    EmailTags: Object.entries(mail.tags).map(([Name, Value]) => ({ Name, Value })),
    Content: {
      Simple: {
        Subject: utf8(mail.subject),
        Body: { Html: utf8(mail.html), Text: utf8(mail.text) },
      },
    },
  });
}
