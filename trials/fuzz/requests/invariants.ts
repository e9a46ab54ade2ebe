import type { breachesBy } from '../../../client/openapi/breaches.ts';
import type { Endpoint } from '../../../lib/routes.ts';
import { refusals } from '../../../shared/engine/errors.ts';
import type { Exchange, Received } from './exchange.ts';
import { isCutOff } from './framing.ts';
import type { FuzzRequest, Sender } from './request.ts';

/** What may be asked of an exchange. */
export interface Judged {
  request: FuzzRequest;
  exchange: Exchange;
  sender: Sender;
  /** Texts of another account that no request has in it. */
  canaries: readonly string[];
  /** Holds an answer to docs/openapi.json. */
  promise: ReturnType<typeof breachesBy>;
}

/** What every answer must be, and why. Each says what is amiss, or nothing. */
interface Invariant {
  reason: string;
  amiss: (answer: Received, judged: Judged) => unknown[];
}

/** What is refused before there is a route: by Node, by the door, by the gateway. */
const beforeRoutes = new Map<number, RegExp>([
  [400, /^(?:Request is not valid HTTP|Host header is required)$/],
  [403, /^Host header must be one of /],
  [408, /^Request took too long to arrive$/],
  [413, /^(?:Chunk extensions are too large|Request body is larger than 1 MB)$/],
  [415, /^Content-Type must be application\/json$/],
  [431, /^Request headers are larger than 10,240 bytes$/],
]);

/** What the gateway says of a compressed body that it cannot unpack, on any route. */
const notJson = refusals.bodyNotJson.sentence();

/** Off the routes: unknown, or asked for too often, which the stage counts. */
const offRoutes = [refusals.notFound, refusals.rateExceeded].map(({ status, sentence }) => ({
  status,
  error: sentence(),
}));

const invariants: readonly Invariant[] = [
  {
    reason:
      'a 5xx is a fault, and a caller can only cause one: a domain without a DNS answer (design §4)',
    amiss: ({ status, text }, { request }) => {
      const mayBeDns = request.endpoint !== 'render' && text.includes('Domain lookup failed');
      return status < 500 || (status === 500 && mayBeDns) ? [] : [{ status, text }];
    },
  },
  {
    reason: 'callers read `{"error"}` or what the document says, and nothing else (spec §4)',
    amiss: (answer, { request, promise }) => {
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
    reason: 'the answer says that it is JSON: a browser must not take it for a page',
    amiss: ({ headers }) =>
      headers['content-type'] === 'application/json' ? [] : [headers['content-type']],
  },
  {
    reason:
      'an answer and its log line find each other by the id, which no caller chooses (design §4)',
    amiss: ({ headers }) => {
      const id = headers['x-request-id'];
      return id !== undefined && /^[\w-]{16,}$/.test(id) ? [] : [{ id }];
    },
  },
  {
    reason: "an account's templates are seen by nobody else (design §3)",
    amiss: ({ text, headers }, { canaries }) => {
      const all = text + JSON.stringify(headers);
      return canaries.filter((canary) => all.includes(canary));
    },
  },
  {
    reason: 'a key is shown once, when it is made (design §3)',
    amiss: ({ text, headers }, { sender: { keys } }) => {
      const all = text + JSON.stringify(headers);
      return Object.values(keys).some((key) => all.includes(key)) ? ['a key'] : [];
    },
  },
];

/** What an exchange breaks, with the reasons; empty where everything holds. */
export function broken(judged: Judged): unknown[] {
  const { request, exchange } = judged;
  const silent = exchange.answers.length === 0 && !mayBeSilent(request);
  return [
    ...(silent ? [{ reason: 'every request gets an answer', rest: exchange.rest }] : []),
    ...(exchange.rest === '' || silent || isUnreadHead(judged)
      ? []
      : [{ reason: 'nothing comes but answers', rest: exchange.rest.slice(0, 500) }]),
    ...exchange.answers.flatMap((answer) =>
      invariants.flatMap(({ reason, amiss }) =>
        amiss(answer, judged).map((found) => ({ reason, found, answer: shown(answer) })),
      ),
    ),
  ];
}

/** Of what is no HTTP it is not known that it was to be a HEAD, whose answer has no body. */
function isUnreadHead({ request, exchange }: Judged): boolean {
  const [answer] = exchange.answers;
  return request.method === 'HEAD' && [400, 431].includes(answer?.status ?? 0);
}

/**
 * Nobody waits for an answer to half a request. Bytes that come after a request which closes its
 * connection reset it, so that the answer may be lost on its way. And of a chunk that is broken Node
 * tells nobody where the request had an `Upgrade`: it is answered when its 30 s are over.
 */
function mayBeSilent({ framing, close, headers }: FuzzRequest): boolean {
  const isUpgrade = headers.some(([name]) => name.toLowerCase() === 'upgrade');
  const isSurplus = framing === 'no length' || framing === 'too short';
  return isCutOff(framing) || (close && isSurplus) || (isUpgrade && framing === 'bad chunks');
}

/** Whether a request's answer is one of its endpoint. */
function isOnRoute({ method, target, endpoint }: FuzzRequest): boolean {
  return method.trim() === 'POST' && pathOf(target) === `/v1/${endpoint satisfies Endpoint}`;
}

/** A whole address counts by its path (RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return local.split('?', 1)[0] ?? '';
}

function readError(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const isRefusal = typeof value === 'object' && value !== null && 'error' in value;
    const alone = isRefusal && Object.keys(value).length === 1;
    return alone && typeof value.error === 'string' ? value.error : null;
  } catch {
    // Which the invariant that follows says.
    return null;
  }
}

function shown({ text, ...answer }: Received) {
  return { ...answer, text: text.slice(0, 1000) };
}
