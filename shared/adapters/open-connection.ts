/** Makes a read while a function loads, when Lambda gives it the whole CPU. An error comes again in the request. */
export function openConnection(read: () => Promise<unknown>): void {
  read().catch(() => undefined);
}
