import { Deadline, deadlineOf } from '../../deadline.ts';
import { mailTags } from '../../message/mail-tags.ts';
import { answerLost, type SendOutcome } from '../../message/send-outcome.ts';
import { type SendEmail, SesError, type SesPlace, sesCall } from './ses-call.ts';
import { SesConnections } from './ses-connections.ts';

/** Time limits of one send; the function's time-out leaves room for them and for a domain look-up. */
export interface SendTimes {
  connectMs: number;
  answerMs: number;
  /** All attempts together. */
  wholeMs: number;
}

export const sendTimes: SendTimes = { connectMs: 1000, answerMs: 8000, wholeMs: 10_000 };

/** Pauses before the further attempts, which are made only if nothing can have been sent. */
const retryPausesMs: readonly number[] = [200, 600];

export interface SesAttachment {
  name: string;
  type: string;
  /** The Content-ID: the HTML shows the file. */
  cid?: string | undefined;
  /** The file, or its standard base64. */
  content: Uint8Array | string;
}

/** A mail as SES expects it: addresses are encoded for headers, the subject and bodies are not. */
export interface SesMail {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  html: string;
  text: string;
  /** Further headers, in printable ASCII; a value has at most 870 characters. Default: none. */
  headers?: Record<string, string> | undefined;
  attachments?: readonly SesAttachment[] | undefined;
  /** SES repeats them in its reports on the mail; names and values of `[A-Za-z0-9_-]`. */
  tags: Record<string, string>;
}

export interface SesOptions {
  /** The configuration set that every mail names. */
  configurationSet: string;
  /** Whether every mail names its account as SES's tenant. Default: false. */
  tenants?: boolean;
  times?: SendTimes;
  pausesMs?: readonly number[];
  /** Default: the region, the credentials and the endpoint in the function's environment variables. */
  place?: SesPlace;
}

/** Sends one mail, with all its tries, within `times` and the phase `send` of its request. */
export type SendMail = (mail: SesMail) => Promise<SendOutcome>;

export function sesSender({
  configurationSet,
  tenants = false,
  times = sendTimes,
  pausesMs = retryPausesMs,
  place,
}: SesOptions): SendMail {
  const connections = new SesConnections();
  const call = sesCall(
    {
      connectionTimeout: times.connectMs,
      requestTimeout: times.answerMs,
      throwOnRequestTimeout: true,
      httpAgent: connections.httpAgent,
      httpsAgent: connections.httpsAgent,
    },
    place,
  );

  const attempt = async (body: SendEmail, deadline: Deadline) => {
    connections.beginAttempt(performance.now());
    try {
      const messageId = await deadline.within((abortSignal) => call(body, { abortSignal }));
      return messageId
        ? ({ outcome: 'sent', messageId } as const)
        : ({ outcome: 'unknown', error: answerLost } as const);
    } catch (error) {
      return readFailure(error, { hadConnection: connections.hadConnection(), tenants });
    } finally {
      connections.endAttempt(performance.now());
    }
  };

  return async (mail) => {
    const body = {
      ...sendEmail(mail, configurationSet),
      ...(tenants && { TenantName: mail.tags[mailTags.account] }),
    };
    const deadline = Deadline.in(Math.min(times.wholeMs, deadlineOf('send').leftMs()));
    let result = await attempt(body, deadline);
    for (const pauseMs of pausesMs) {
      if (result.outcome !== 'not sent' || deadline.leftMs() <= pauseMs) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
      result = await attempt(body, deadline);
    }
    return result.outcome === 'not sent'
      ? { outcome: 'refused', error: result.error, isTemporary: true }
      : result;
  };
}

/** The mail was certainly not sent, and another attempt may succeed. */
type NotSent = { outcome: 'not sent'; error: string };

function readFailure(
  error: unknown,
  { hadConnection, tenants }: { hadConnection: boolean; tenants: boolean },
): SendOutcome | NotSent {
  if (!hadConnection) return { outcome: 'not sent', error: 'SES could not be reached' };
  if (!(error instanceof SesError)) return { outcome: 'unknown', error: answerLost };
  const { message, status, code } = error;
  if (status < 400 || status >= 500) return { outcome: 'unknown', error: answerLost };
  if (isThrottled(error)) return { outcome: 'not sent', error: message };
  const refused = { outcome: 'refused', error: message } as const;
  if (tenants && code === 'SendingPausedException') {
    return { ...refused, isTemporary: true, isPaused: true };
  }
  return isForbidden(error) ? { ...refused, isForbidden: true } : refused;
}

/**
 * Whether IAM or the signature check refused the call; SES's own refusals have another status.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html
 */
function isForbidden({ code, status }: SesError): boolean {
  return status === 403 || code.startsWith('AccessDenied');
}

/** "Maximum sending rate exceeded" is over in a second, "Daily message quota exceeded" is not. */
function isThrottled({ code, status, message }: SesError): boolean {
  const throttled = status === 429 || code.startsWith('Throttling');
  return throttled && !/daily/i.test(message);
}

function sendEmail(mail: SesMail, configurationSet: string): SendEmail {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' as const });
  return {
    FromEmailAddress: mail.from,
    Destination: { ToAddresses: mail.to, CcAddresses: mail.cc, BccAddresses: mail.bcc },
    ReplyToAddresses: mail.replyTo,
    ConfigurationSetName: configurationSet,
    EmailTags: namesAndValues(mail.tags),
    Content: {
      Simple: {
        Subject: utf8(mail.subject),
        Body: { Html: utf8(mail.html), Text: utf8(mail.text) },
        Headers: mail.headers && namesAndValues(mail.headers),
        Attachments: mail.attachments?.map(attachment),
      },
    },
  };
}

const attachment = ({ name, type, cid, content }: SesAttachment) => ({
  FileName: name,
  ContentType: type,
  ContentDisposition: cid === undefined ? ('ATTACHMENT' as const) : ('INLINE' as const),
  ContentId: cid,
  ContentTransferEncoding: 'BASE64' as const,
  RawContent: content,
});

const namesAndValues = (texts: Record<string, string>) =>
  Object.entries(texts).map(([Name, Value]) => ({ Name, Value }));
