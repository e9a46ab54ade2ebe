import type { PostriderError } from './error.js';
import type { World } from './world.js';
/** How many tries have failed, and how many found an earlier one running. */
export interface Tries {
    failed: number;
    running: number;
}
/**
 * Milliseconds to wait before the next try; undefined if there must be no next try, or it would not help. The pause is
 * exponential with full jitter, so that callers who failed together do not come back together. It is added to the time
 * that `Retry-After` asks for.
 */
export declare function pauseBefore({ status, retryAfter }: PostriderError, tries: Tries, { retries, random }: {
    retries: number;
    random: World['random'];
}): number | undefined;
/** The seconds of a `Retry-After`: a number or a date (RFC 9110 §10.2.3). */
export declare function secondsOf(header: string | null, nowMs: number): number | undefined;
