import type { ProxyEvent } from './proxy.ts';

/** A header by its name in lower case; names come as the caller wrote them. Undefined where it is not there. */
export function header({ headers }: ProxyEvent, name: string): string | undefined {
  for (const [given, value] of Object.entries(headers ?? {})) {
    if (given.toLowerCase() === name) return value;
  }
  return undefined;
}
