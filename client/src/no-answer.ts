/** What to do if the address is wrong. */
export const checkBaseUrl = "Check baseUrl: it is the deployment's output BaseUrl, and ends in /v1";

/** The address is not the service's, or the service does not run: nothing received the request. */
const unreached = /ENOTFOUND|ECONNREFUSED|SSL routines|certificate/i;

/** Says where no answer came from and why, in the network's own words. */
export function noAnswer(url: string, error: unknown): string {
  const reason = [...new Set(reasonsOf(error))].join(', ');
  const message = `No answer from ${url}: ${reason}`;
  return unreached.test(reason) ? `${message}. ${checkBaseUrl}` : message;
}

/**
 * Node's fetch says only `fetch failed`: the network's error is its `cause`. If the host has several addresses, that
 * has one error for each and no message.
 */
function reasonsOf(error: unknown): string[] {
  const { cause, code, errors, message } = Object(error) as Record<string, unknown>;
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(reasonsOf);
  if (typeof cause === 'object' && cause !== null) return reasonsOf(cause);
  return [String(message || code || error)];
}
