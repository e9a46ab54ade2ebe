/** Time and randomness, which tests replace. */
export interface World {
    /** Milliseconds since 1970. */
    now: () => number;
    /** From 0 up to, not including, 1. */
    random: () => number;
    /** Resolves after `ms` milliseconds. Rejects with the signal's reason if the signal is aborted before. */
    sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
    /** A new Idempotency-Key. */
    newKey: () => string;
}
export declare const realWorld: World;
