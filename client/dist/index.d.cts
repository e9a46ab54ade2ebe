import { type Client, type ClientOptions } from './client.cjs';
export type { CallOptions, Client, ClientOptions, ExecuteOptions, ExecuteOutcome, } from './client.cjs';
export { PostriderError } from './error.cjs';
export { type CaughtMail, MailNotFound, type MailWait, type Testing } from './testing.cjs';
export type { Callback, ExecuteRequest, FlowError, Message, MessageContent, MessageRecipient, MessageRequest, Messages, Rendered, RenderRequest, SendFailed, Sent, TraceStep, ValidationFailed, VariableReport, Verification, Verified, VerifyRequest, } from './types.cjs';
/**
 * Makes a client for one deployment and one key. It needs only `fetch`: Node from 20.3, Deno,
 * Bun, edge runtimes. Do not use it in a browser, where every visitor could read the key: call your server instead.
 *
 * It sends a request again after 429, a 5xx or no answer, and respects `Retry-After`. All tries of an execute have the same
 * Idempotency-Key, so no retry sends a second mail.
 */
export declare function createClient(options: ClientOptions): Client;
