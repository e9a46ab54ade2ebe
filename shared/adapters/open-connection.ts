/**
 * Makes a read while a function loads, and throws its answer away: connecting, TLS and the compiling
 * of the client's code then happen in Lambda's INIT, which has the whole CPU, and not in the first
 * request. It ignores errors: the same error comes again in the request, which reports it.
 */
export function openConnection(read: () => Promise<unknown>): void {
  read().catch(() => undefined);
}
