import { attempt, type Outgoing } from './attempt.ts';
import { PostriderError } from './error.ts';
import { pauseBefore, type Tries } from './pause.ts';
import type { Runtime } from './runtime.ts';
import type {
  BatchRequest,
  ExecuteOutcomeOf,
  ExecuteRequestOf,
  RenderRequestOf,
  TemplateId,
} from './templates.ts';
import { type Testing, testingWith } from './testing.ts';
import type {
  Batch,
  Cancelled,
  CancelRequest,
  MessageRequest,
  Messages,
  Rendered,
  Verified,
  VerifyRequest,
} from './types.ts';

export interface ClientOptions {
  /** The service's address with its `/v1`: a deployment's output `BaseUrl`. If it is undefined, `createClient` throws. */
  baseUrl: string | undefined;
  /** A secret that begins with `pr_`. If it is undefined, `createClient` throws. */
  apiKey: string | undefined;
  /** The function that sends requests. Default: the platform's own. */
  fetch?: typeof fetch;
  /** The time limit of one try, in milliseconds. Default: 30,000; the service answers within 29 s. */
  timeoutMs?: number;
  /** How often a request is sent again after the first try. Default: 3; 0: never. */
  retries?: number;
}

export interface CallOptions {
  /** Ends the call, even during a pause; the call then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface ExecuteOptions extends CallOptions {
  /**
   * Identifies the mail, or each mail of a batch, for 24 hours: the same request with the same key never sends a second
   * mail. Default: a new UUID for each call, which makes only the retries of this call safe.
   */
  idempotencyKey?: string;
}

/** Every call throws a `PostriderError` if there is no result. */
export interface Client {
  /** Puts variables into a stored template and returns HTML and subject. */
  render<Id extends TemplateId>(
    request: RenderRequestOf<Id>,
    options?: CallOptions,
  ): Promise<Rendered>;
  /** Runs a template's flow: verifies, renders, then sends or returns the mail. */
  execute<Id extends TemplateId, DryRun extends boolean | null | undefined = false>(
    request: ExecuteRequestOf<Id, DryRun>,
    options?: ExecuteOptions,
  ): Promise<ExecuteOutcomeOf<Id, DryRun>>;
  /** Checks an address. */
  verify(request: VerifyRequest, options?: CallOptions): Promise<Verified>;
  /** Finds messages and their states. The key needs the scope `messages`, or is a test key. */
  message(request: MessageRequest, options?: CallOptions): Promise<Messages>;
  /** Cancels scheduled messages. A message in `cancelled` is never sent; `tooLate` has the others, with their states. */
  cancel(request: CancelRequest, options?: CallOptions): Promise<Cancelled>;
  /**
   * Sends up to 100 mails, each accepted or refused separately. The answer has an entry for each message, in order:
   * check each `success`. Throws only if no message was looked at.
   */
  batch(request: BatchRequest, options?: ExecuteOptions): Promise<Batch>;
  /** Helpers for tests. */
  testing: Testing;
}

/** Makes a client. Throws a `TypeError` for an invalid option, without repeating its value. */
export function clientIn(runtime: Runtime, options: ClientOptions): Client {
  const { timeoutMs = 30_000, retries = 3 } = options;
  // Called as a function: browsers refuse to run their own fetch as a method of another object.
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const base = baseOf(given('baseUrl', options.baseUrl));
  const apiKey = given('apiKey', options.apiKey);
  // The platform's error for an invalid header would repeat the key.
  if (!/^[!-~]+$/.test(apiKey))
    throw new TypeError('apiKey must be printable ASCII, without spaces');
  const attemptOptions = { fetch, timeoutMs, now: runtime.now };

  async function call(path: string, request: object, { signal, idempotencyKey }: ExecuteOptions) {
    const outgoing: Outgoing = {
      url: `${base}/${path}`,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(request),
      ...{ idempotencyKey, signal },
    };
    const tries: Tries = { failed: 0, running: 0 };
    for (;;) {
      try {
        return await attempt(outgoing, attemptOptions);
      } catch (error) {
        if (!(error instanceof PostriderError)) throw error;
        tries[error.status === 409 ? 'running' : 'failed'] += 1;
        const pauseMs = pauseBefore(error, tries, { retries, random: runtime.random });
        if (pauseMs === undefined) throw error;
        await runtime.sleep(pauseMs, signal);
      }
    }
  }

  // The service's tests check that its answers have the types of the document.
  const execute: (...parameters: Parameters<Client['execute']>) => Promise<unknown> = (
    request,
    { signal, idempotencyKey = runtime.newKey() } = {},
  ) => call('execute', request, { signal, idempotencyKey });
  const message: Client['message'] = (request, { signal } = {}) =>
    call('message', request, { signal }) as Promise<Messages>;
  return {
    render: (request, { signal } = {}) => call('render', request, { signal }) as Promise<Rendered>,
    execute: execute as Client['execute'],
    verify: (request, { signal } = {}) => call('verify', request, { signal }) as Promise<Verified>,
    message,
    cancel: (request, { signal } = {}) => call('cancel', request, { signal }) as Promise<Cancelled>,
    batch: (request, { signal, idempotencyKey = runtime.newKey() } = {}) =>
      call('batch', request, { signal, idempotencyKey }) as Promise<Batch>,
    testing: testingWith({ find: message, apiKey, runtime }),
  };
}

/** Throws a `TypeError` for an option that is not there, such as an environment variable that is not set. */
function given(name: string, value: string | undefined): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is missing. If it comes from an environment variable, set that`);
}

function baseOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search) {
    throw new TypeError('baseUrl must be an http or https address like https://host/v1');
  }
  return url.href.replace(/\/+$/, '');
}
