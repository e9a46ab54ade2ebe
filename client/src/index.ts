import { type Client, type ClientOptions, clientIn } from './client.ts';
import { platformRuntime } from './runtime.ts';
import { verifyAt, type WebhookEvent, type WebhookHeaders } from './webhook.ts';

export { type AttachOptions, attach } from './attach.ts';
export type {
  CallOptions,
  Client,
  ClientOptions,
  ExecuteOptions,
} from './client.ts';
export { PostriderError } from './error.ts';
// Named one by one, TypeScript would not let a file add to `Templates`.
export type * from './templates.ts';
export {
  type CaughtMail,
  MailNotFound,
  type MailWait,
  type ReplyWait,
  type Testing,
} from './testing.ts';
export type {
  Attachment,
  Callback,
  CopiedFile,
  ExecuteRequest,
  FlowError,
  ListedFile,
  Message,
  MessageContent,
  MessageRecipient,
  MessageRequest,
  Messages,
  Rendered,
  RenderRequest,
  Reply,
  ReplyFile,
  SendFailed,
  Sent,
  TraceStep,
  ValidationFailed,
  VariableReport,
  Verdicts,
  Verification,
  Verified,
  VerifyRequest,
  WebhookType,
} from './types.ts';
export {
  type AccountData,
  InvalidWebhook,
  type ReplyData,
  type WebhookData,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhook.ts';

/**
 * Makes a client for one deployment and one key. It needs only `fetch`: Node from 20.3, Deno,
 * Bun, edge runtimes. Do not use it in a browser, where every visitor could read the key: call your server instead.
 *
 * It sends a request again after 429, a 5xx or no answer, and respects `Retry-After`. All tries of an execute have the same
 * Idempotency-Key, so no retry sends a second mail.
 */
export function createClient(options: ClientOptions): Client {
  return clientIn(platformRuntime, options);
}

/**
 * Returns the event of a webhook's request if postrider signed it with this secret in the last 5 minutes. `body` is the
 * text of the request as it came: JSON that was parsed and written again does not match its signature. Throws an
 * `InvalidWebhook` for any other request, and a `TypeError` for a malformed secret or a body that is no text.
 */
export function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string | undefined,
): Promise<WebhookEvent> {
  return verifyAt(Date.now(), body, headers, secret);
}
