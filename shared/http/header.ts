import type { ProxyEvent } from './proxy.ts';

/**
 * Finds a header by its name in lower case, because the event has the names as the caller wrote
 * them. Undefined if it is missing.
 */
export function header({ headers }: ProxyEvent, name: string): string | undefined {
  for (const [given, value] of Object.entries(headers ?? {})) {
    if (given.toLowerCase() === name) return value;
  }
  return undefined;
}
