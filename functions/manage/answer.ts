/** An answer of a resource, before it is encoded. */
export interface Answer {
  status: number;
  /** Undefined: the answer has no body. */
  body?: object;
  headers?: Record<string, string>;
  /** Why something in it is missing, for the log alone. */
  fault?: unknown;
}

/** The ETag of a template: its revision in quotes. */
export function etag(revision: number): Record<string, string> {
  return { etag: `"${revision}"` };
}
