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
export type {
  Callback,
  ExecuteRequest,
  FlowError,
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
 * A client of one deployment and one key. It needs `fetch` and nothing else: Node from 20.3, Deno,
 * Bun, edge runtimes; in a browser a key is everybody's, so go through a server of your own.
 *
 * Requests are sent again after 429, a 5xx and where no answer came, `Retry-After` respected; an
 * execute always with one idempotency key, so that no retry makes a second mail.
 */
export function createClient(options: ClientOptions): Client {
  return clientIn(realWorld, options);
}
