/** One request, the same for each try. */
export interface Outgoing {
    url: string;
    headers: Record<string, string>;
    body: string;
    /** Only for execute. */
    idempotencyKey: string | undefined;
    /** The caller's. */
    signal: AbortSignal | undefined;
}
export interface AttemptOptions {
    fetch: typeof fetch;
    timeoutMs: number;
    now: () => number;
}
/**
 * Sends a request once and returns the result, with the message's `id` if the answer names one in a header. If the caller's signal ended the request, it throws the
 * signal's reason; for any other failure, a `PostriderError`.
 */
export declare function attempt(outgoing: Outgoing, options: AttemptOptions): Promise<unknown>;
