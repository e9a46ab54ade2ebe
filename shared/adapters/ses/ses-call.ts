import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { loadRestJsonErrorCode } from '@smithy/core/protocols';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import * as env from '../../env.ts';
import {
  type Call,
  type Caller,
  endpoint,
  type ServiceAnswer,
  signedCall,
} from '../signed-call.ts';
import { bodyWithFiles } from './body-with-files.ts';

/** The body of `SendEmail`. https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export interface SendEmail {
  FromEmailAddress: string;
  Destination: { ToAddresses: string[]; CcAddresses: string[]; BccAddresses: string[] };
  ReplyToAddresses: string[];
  ConfigurationSetName: string;
  /** SES's tenant: the account's id. Absent if accounts are no tenants. */
  TenantName?: string | undefined;
  EmailTags: NamedValue[];
  Content: {
    Simple: {
      Subject: Utf8;
      Body: { Html: Utf8; Text: Utf8 };
      Headers?: NamedValue[];
      Attachments?: Attachment[];
    };
  };
}

interface NamedValue {
  Name: string;
  Value: string;
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Attachment.html */
interface Attachment {
  FileName: string;
  ContentType: string;
  ContentDisposition: 'ATTACHMENT' | 'INLINE';
  ContentId?: string;
  /** SES's default is SEVEN_BIT, which damages every file that is not plain text. */
  ContentTransferEncoding: 'BASE64';
  /** The file, or its standard base64. */
  RawContent: Uint8Array | string;
}

interface Utf8 {
  Data: string;
  Charset: 'UTF-8';
}

export interface SesPlace {
  caller: Caller;
  /** SES's address. Default: the address in the environment variables, or AWS's. */
  endpoint?: string | undefined;
}

/** SES, or AWS in front of it, answered with an error. */
export class SesError extends Error {
  /** The exception's name, `MessageRejected` for instance. */
  readonly code: string;
  readonly status: number;

  constructor(message: string, code: string, status: number) {
    super(message);
    this.name = 'SesError';
    this.code = code;
    this.status = status;
  }
}

/** Calls `SendEmail` once. It throws a `SesError` for SES's error; after any other, SES may have accepted the mail. */
export function sesCall(connections: NodeHttpHandlerOptions, place?: SesPlace) {
  const { caller, endpoint: own = process.env[env.sesEndpoint] } = place ?? {};
  const call = signedCall({
    name: 'ses',
    url: endpoint('email', caller?.region ?? process.env.AWS_REGION, own),
    http: new NodeHttpHandler(connections),
    caller,
  });
  return async (
    mail: SendEmail,
    options: { abortSignal?: AbortSignal } = {},
  ): Promise<string | undefined> => {
    const answer = await call({ path: '/v2/email/outbound-emails', ...contentOf(mail) }, options);
    if (answer.response.statusCode >= 300) throw sesError(answer);
    const { MessageId }: { MessageId?: string } = JSON.parse(answer.body);
    return MessageId;
  };
}

/** The headers and the body of a call. A body with files is a stream, whose hash for the signature is a header. */
function contentOf(mail: SendEmail): Pick<Call, 'headers' | 'body'> {
  const headers = { 'content-type': 'application/json' };
  const { Attachments, ...Simple } = mail.Content.Simple;
  if (Attachments === undefined) return { headers, body: JSON.stringify(mail) };
  const withoutContent = Attachments.map((each) => ({ ...each, RawContent: '' }));
  const Content = { Simple: { ...Simple, Attachments: withoutContent } };
  const files = Attachments.map(({ RawContent }) => RawContent);
  const { bytes, parts } = bodyWithFiles({ ...mail, Content }, files);
  const hash = createHash('sha256');
  for (const part of parts()) hash.update(part);
  const ofBody = { 'content-length': String(bytes), 'x-amz-content-sha256': hash.digest('hex') };
  return { headers: { ...headers, ...ofBody }, body: Readable.from(parts()) };
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html */
function sesError({ response, body }: ServiceAnswer): SesError {
  const { statusCode } = response;
  const told = JSON.parse(body || '{}');
  const message = told.message ?? told.Message ?? `SES answered ${statusCode}`;
  const code = loadRestJsonErrorCode(response, told) ?? 'Unknown';
  return new SesError(String(message), code, statusCode);
}
