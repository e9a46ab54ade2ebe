import type { BatchRequest, ExecuteOutcomeOf, ExecuteRequestOf, RenderRequestOf, TemplateId } from './templates.cjs';
import { type Testing } from './testing.cjs';
import type { Batch, Cancelled, CancelRequest, MessageRequest, Messages, Rendered, Verified, VerifyRequest } from './types.cjs';
import type { World } from './world.cjs';
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
    render<Id extends TemplateId>(request: RenderRequestOf<Id>, options?: CallOptions): Promise<Rendered>;
    /** Runs a template's flow: verifies, renders, then sends or returns the mail. */
    execute<Id extends TemplateId, DryRun extends boolean | null | undefined = false>(request: ExecuteRequestOf<Id, DryRun>, options?: ExecuteOptions): Promise<ExecuteOutcomeOf<Id, DryRun>>;
    /** Checks an address. */
    verify(request: VerifyRequest, options?: CallOptions): Promise<Verified>;
    /** Finds messages and what became of them. The key needs the scope `messages`, or is a test key. */
    message(request: MessageRequest, options?: CallOptions): Promise<Messages>;
    /** Cancels scheduled messages. A message in `cancelled` is never sent; `tooLate` has the others, with their states. */
    cancel(request: CancelRequest, options?: CallOptions): Promise<Cancelled>;
    /**
     * Sends up to 100 mails, each judged alone. The answer has an entry for each message, in order: check each `success`.
     * Throws only if no message was looked at.
     */
    batch(request: BatchRequest, options?: ExecuteOptions): Promise<Batch>;
    /** Helpers for tests. */
    testing: Testing;
}
/** Makes a client. Throws a `TypeError` for an invalid option, without repeating its value. */
export declare function clientIn(world: World, options: ClientOptions): Client;
