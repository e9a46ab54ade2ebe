import type { LogEnd } from '../../shared/http/log-line.ts';
import type { ManageRequest } from './request.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One method of a path below `/manage/v1`. The path is in the syntax of Hono's routers. */
export interface Route {
  method: Method;
  path: string;
  answer: (request: ManageRequest) => Promise<RouteAnswer>;
}

export function route(method: Method, path: string, answer: Route['answer']): Route {
  return { method, path, answer };
}

/** An answer before it is encoded. */
export interface RouteAnswer {
  status: number;
  /** Undefined: the answer has no body. */
  body?: object;
  headers?: Record<string, string>;
  /** Why a part of the answer is missing. Only the log shows it. */
  fault?: unknown;
  /** What the log line says of a mail that was sent. */
  sent?: Pick<LogEnd, 'keyId' | 'templateId' | 'messageId'>;
}

/** The ETag of a template: its revision in quotes. */
export function etag(revision: number): Record<string, string> {
  return { etag: `"${revision}"` };
}
