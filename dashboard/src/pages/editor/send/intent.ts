/** One test mail that somebody means to send. */
export interface Intent {
  key: string;
  request: string;
}

/**
 * The intent behind a request: as long as it stays the same and nobody knows what came of it, it is
 * one, so that trying again never sends twice.
 */
export function intentOf(last: Intent | null, request: unknown, newKey: () => string): Intent {
  const text = JSON.stringify(request);
  return last?.request === text ? last : { key: newKey(), request: text };
}
