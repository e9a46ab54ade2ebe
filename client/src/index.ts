import { type Client, type ClientOptions, clientIn } from './client.ts';
import { realWorld } from './world.ts';

export type {
  CallOptions,
  Client,
  ClientOptions,
  ExecuteOptions,
  ExecuteOutcome,
} from './client.ts';
export { PostriderError } from './error.ts';
export { type CaughtMail, MailNotFound, type MailWait, type Testing } from './testing.ts';
export type {
  Callback,
  ExecuteRequest,
  FlowError,
  Message,
  MessageContent,
  MessageRecipient,
  MessageRequest,
  Messages,
  Rendered,
  RenderRequest,
  SendFailed,
  Sent,
  TraceStep,
  ValidationFailed,
  VariableReport,
  Verification,
  Verified,
  VerifyRequest,
} from './types.ts';

/**
 * Makes a client for one deployment and one key. It needs only `fetch`: Node from 20.3, Deno,
 * Bun, edge runtimes. Do not use it in a browser, where every visitor could read the key: call your server instead.
 *
 * It sends a request again after 429, a 5xx or no answer, and respects `Retry-After`. All tries of an execute have the same
 * Idempotency-Key, so no retry sends a second mail.
 */
export function createClient(options: ClientOptions): Client {
  return clientIn(realWorld, options);
}
