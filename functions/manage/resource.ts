import type { ManageRequest } from './request.ts';

/** In lower case. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** One resource: its path below `/manage/v1`, in the syntax of Hono's routers, and its methods. */
export interface Resource {
  path: string;
  methods: { readonly [method in Method]?: (request: ManageRequest) => Promise<Answer> };
}

/** An answer of a resource, before it is encoded. */
export interface Answer {
  status: number;
  /** Undefined: the answer has no body. */
  body?: object;
  headers?: Record<string, string>;
  /** Why a part of the answer is missing. Only the log shows it. */
  fault?: unknown;
}

/** The ETag of a template: its revision in quotes. */
export function etag(revision: number): Record<string, string> {
  return { etag: `"${revision}"` };
}
