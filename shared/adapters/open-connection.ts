/**
 * Makes a read while a function loads, so that connecting and compiling happen in Lambda's INIT, which has the whole
 * CPU. An error comes again in the request, which reports it.
 */
export function openConnection(read: () => Promise<unknown>): void {
  read().catch(() => undefined);
}
