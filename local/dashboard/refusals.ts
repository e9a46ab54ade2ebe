import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, problems } from '../../functions/manage/contracts/problem.ts';
import { answerJson } from '../loopback/door.ts';

type Refusal = Pick<Problem, 'code' | 'title' | 'status'>;

const otherSite: Refusal = {
  code: 'other_site',
  title: 'Requests from other sites are refused',
  status: 403,
};

/** The values of `sec-fetch-site` for a request of the address bar or of a page at this address. */
const ownFetchSites = new Set([undefined, 'same-origin', 'none']);

/**
 * The refusal of a request to the dashboard's API. Without sign-in, any page in a browser could create keys; but a
 * browser names the page in its headers, and sends JSON to another site only after a preflight request.
 */
export function refusedRequest(
  req: IncomingMessage,
  isOwnOrigin: (origin: string) => boolean,
): Refusal | undefined {
  const { origin, 'sec-fetch-site': site } = req.headers;
  if (origin !== undefined && !isOwnOrigin(origin)) return otherSite;
  if (!ownFetchSites.has(site?.toString())) return otherSite;
  if (hasBody(req) && !isJson(req)) return { code: 'not_json', ...problems.not_json };
  return undefined;
}

/** Answers as the dashboard's API does (RFC 9457). */
export function answerProblem(res: ServerResponse, refusal: Refusal): void {
  const requestId = randomUUID();
  const problem: Problem = { type: 'about:blank', ...refusal, requestId, errors: [] };
  answerJson(res, refusal.status, problem, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

function isJson({ headers }: IncomingMessage): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
}
