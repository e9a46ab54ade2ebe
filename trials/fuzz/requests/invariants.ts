import type { breachesBy } from '../../../client/openapi/breaches.ts';
import type { Endpoint } from '../../../lib/routes.ts';
import { refusals } from '../../../shared/engine/errors.ts';
import type { Exchange, Received } from './exchange.ts';
import { isCutOff } from './framing.ts';
import type { FuzzRequest, Sender } from './request.ts';

/** An exchange, and what is needed to check it. */
export interface Judged {
  request: FuzzRequest;
  exchange: Exchange;
  sender: Sender;
  /** Texts of another account that no request holds. */
  canaries: readonly string[];
  /** Compares an answer with docs/openapi.json. */
  promise: ReturnType<typeof breachesBy>;
}

/** A rule for every answer, with its reason. `faults` returns what breaks the rule in an answer. */
interface Invariant {
  reason: string;
  faults: (answer: Received, judged: Judged) => unknown[];
}

/** Refusals before there is a route: by Node, by the host check, by the gateway. */
const beforeRoutes = new Map<number, RegExp>([
  [400, /^(?:Request is not valid HTTP|Host header is required)$/],
  [403, /^Host header must be one of /],
  [408, /^Request took too long to arrive$/],
  [413, /^(?:Chunk extensions are too large|Request body is larger than 1 MB)$/],
  [415, /^Content-Type must be application\/json$/],
  [431, /^Request headers are larger than 10,240 bytes$/],
]);

/** The gateway's answer on any route to a compressed body that it cannot unpack. */
const notJson = refusals.bodyNotJson.sentence();

/** Answers to requests that reach no endpoint: the route is unknown, or the whole stage is over its rate. */
const offRoutes = [refusals.notFound, refusals.rateExceeded].map(({ status, sentence }) => ({
  status,
  error: sentence(),
}));

const invariants: readonly Invariant[] = [
  {
    reason:
      'a 5xx is a fault, and a caller can cause only one: a domain without a DNS answer (design §4)',
    faults: ({ status, text }, { request }) => {
      const mayBeDns = request.endpoint !== 'render' && text.includes('Domain lookup failed');
      return status < 500 || (status === 500 && mayBeDns) ? [] : [{ status, text }];
    },
  },
  {
    reason: 'callers get `{"error"}` or an answer of docs/openapi.json, and nothing else (spec §4)',
    faults: (answer, { request, promise }) => {
      if (request.method === 'HEAD') return answer.text === '' ? [] : [answer.text];
      const refused = readError(answer.text);
      if (refused !== null && beforeRoutes.get(answer.status)?.test(refused)) return [];
      if (refused === notJson && request.body.encoding !== null) return [];
      if (isOnRoute(request)) return promise(request.endpoint, answer);
      const known = offRoutes.some(
        ({ status, error }) => status === answer.status && error === refused,
      );
      return known ? [] : [{ status: answer.status, text: answer.text.slice(0, 500) }];
    },
  },
  {
    reason: 'the answer is labelled as JSON, so that a browser does not show it as a page',
    faults: ({ headers }) =>
      headers['content-type'] === 'application/json' ? [] : [headers['content-type']],
  },
  {
    reason: 'an answer has the id of its log line, which no caller chooses (design §4)',
    faults: ({ headers }) => {
      const id = headers['x-request-id'];
      return id !== undefined && /^[\w-]{16,}$/.test(id) ? [] : [{ id }];
    },
  },
  {
    reason: "no other account sees an account's templates (design §3)",
    faults: ({ text, headers }, { canaries }) => {
      const all = text + JSON.stringify(headers);
      return canaries.filter((canary) => all.includes(canary));
    },
  },
  {
    reason: 'a key is shown only once, when it is created (design §3)',
    faults: ({ text, headers }, { sender: { keys } }) => {
      const all = text + JSON.stringify(headers);
      return Object.values(keys).some((key) => all.includes(key)) ? ['a key'] : [];
    },
  },
];

/** The rules that an exchange breaks, with their reasons; empty if all hold. */
export function broken(judged: Judged): unknown[] {
  const { request, exchange } = judged;
  const silent = exchange.answers.length === 0 && !mayBeSilent(request);
  return [
    ...(silent ? [{ reason: 'every request gets an answer', rest: exchange.rest }] : []),
    ...(exchange.rest === '' || silent || isUnreadHead(judged)
      ? []
      : [{ reason: 'the server sends only answers', rest: exchange.rest.slice(0, 500) }]),
    ...exchange.answers.flatMap((answer) =>
      invariants.flatMap(({ reason, faults }) =>
        faults(answer, judged).map((found) => ({ reason, found, answer: shown(answer) })),
      ),
    ),
  ];
}

/** In a request that is not valid HTTP, the server cannot recognise a HEAD, whose answer has no body. */
function isUnreadHead({ request, exchange }: Judged): boolean {
  const [answer] = exchange.answers;
  return request.method === 'HEAD' && [400, 431].includes(answer?.status ?? 0);
}

/**
 * The server need not answer half a request. Bytes after a request that closes its connection reset the connection, so
 * that the answer may be lost. If a request has an `Upgrade`, Node does not report a broken chunk: the answer comes after
 * 30 s.
 */
function mayBeSilent({ framing, close, headers }: FuzzRequest): boolean {
  const isUpgrade = headers.some(([name]) => name.toLowerCase() === 'upgrade');
  const isSurplus = framing === 'no length' || framing === 'too short';
  return isCutOff(framing) || (close && isSurplus) || (isUpgrade && framing === 'bad chunks');
}

/** Whether the endpoint answers a request. */
function isOnRoute({ method, target, endpoint }: FuzzRequest): boolean {
  return method.trim() === 'POST' && pathOf(target) === `/v1/${endpoint satisfies Endpoint}`;
}

/** The path of a target, which may be a whole address (RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return local.split('?', 1)[0] ?? '';
}

function readError(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const isRefusal = typeof value === 'object' && value !== null && 'error' in value;
    const isOnlyField = isRefusal && Object.keys(value).length === 1;
    return isOnlyField && typeof value.error === 'string' ? value.error : null;
  } catch {
    // The next invariant reports it.
    return null;
  }
}

function shown({ text, ...answer }: Received) {
  return { ...answer, text: text.slice(0, 1000) };
}
