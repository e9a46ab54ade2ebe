import { promises as dns, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type TcpNetConnectOpts } from 'node:net';
import { type AddressRules, addressProblem, hostOf, mayReceive } from '../webhook/address.ts';
import type { Posting } from '../webhook/posting.ts';

export interface Posted {
  /** The status of the answer; null if there was none. */
  status: number | null;
  /** Why the receiver did not accept it, without the receiver's words; null if it did. */
  problem: string | null;
  /** The first 500 characters of the answer; of one that accepted it, what comes with its head or soon after. */
  excerpt: string;
  /** The header `retry-after` of the answer, as it came; null without one. */
  retryAfter: string | null;
}

export interface PostSettings extends AddressRules {
  /** From the DNS to the end of the answer, in milliseconds. Default: 15,000. */
  timeoutMs?: number;
  /** Ends the request before its time. Default: nothing does. */
  signal?: AbortSignal;
  /** All IP addresses of a name. Default: those that the system finds. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

const maxExcerptCharacters = 500;

/** How long the body of an answer that accepts the event may take, in milliseconds: the event is done without it. */
const acceptedBodyMs = 250;

/** A character of UTF-8 has at most four bytes. */
const maxReadBytes = 4 * maxExcerptCharacters;

/**
 * Sends an event once, and waits for the answer. A redirect is not followed. The name is resolved once, all its
 * addresses must be public, and the connection goes to one of them. Never throws: a network error is an answer without
 * a status.
 */
export async function postWebhook(
  { url: address, headers, body }: Posting,
  { loopback = false, timeoutMs = 15_000, signal, resolve = addressesOf }: PostSettings = {},
): Promise<Posted> {
  // `timeout` takes whole milliseconds, but the time left until a deadline has fractions.
  const time = AbortSignal.timeout(Math.floor(timeoutMs));
  const end = signal ? AbortSignal.any([time, signal]) : time;
  const { promise: over, reject } = Promise.withResolvers<never>();
  end.addEventListener('abort', () => reject(end.reason), { once: true });
  // The time limit may pass when nothing waits for it any more.
  over.catch(() => undefined);
  try {
    const problem = addressProblem(address, { loopback });
    if (problem !== null) return unanswered(problem);
    const url = new URL(address);
    const host = hostOf(url);
    const found = await Promise.race([resolve(host), over]);
    const other = found.find((each) => !mayReceive(each.address, { loopback }));
    if (other) return unanswered(`${host} has the address ${other.address}, which is not public`);
    const answer = await Promise.race([send(url, { found, headers, body, end, timeoutMs }), over]);
    const status = answer.statusCode ?? 0;
    const isAccepted = status >= 200 && status < 300;
    if (isAccepted) setTimeout(() => answer.destroy(), acceptedBodyMs);
    const retryAfter = answer.headers['retry-after'] ?? null;
    const excerpt = await readExcerpt(answer);
    const told = isAccepted ? null : `the receiver answered ${status}`;
    return { status, problem: told, excerpt, retryAfter };
  } catch (error) {
    return unanswered(
      end.aborted ? `no answer within ${Math.round(timeoutMs / 100) / 10} s` : reasonOf(error),
    );
  }
}

const unanswered = (problem: string): Posted => ({
  status: null,
  problem,
  excerpt: '',
  retryAfter: null,
});

async function addressesOf(host: string): Promise<LookupAddress[]> {
  const family = isIP(host);
  return family ? [{ address: host, family }] : dns.lookup(host, { all: true });
}

interface Sending extends Pick<Posting, 'headers' | 'body'> {
  found: readonly LookupAddress[];
  end: AbortSignal;
  timeoutMs: number;
}

/** The head of the answer. The name stays the host of the request and of the certificate. */
function send(
  url: URL,
  { found, headers, body, end, timeoutMs }: Sending,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  const shareMs = Math.ceil(timeoutMs / (found.length + 1));
  request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // No connection is kept: a container may sleep for hours between two events.
    agent: false,
    signal: end,
    // Node gives up each address but the last after 250 ms. The last may be IPv6, which Lambda cannot reach.
    // So each address has the same share of the time to connect, and the answer has one more.
    ...({ autoSelectFamilyAttemptTimeout: shareMs } satisfies Partial<TcpNetConnectOpts>),
    lookup: (_, { all }, callback) => {
      const [first] = found;
      if (all || !first) callback(null, [...found]);
      else callback(null, first.address, first.family);
    },
  })
    .on('response', resolve)
    // Without this listener, a 101 with `upgrade` is neither an answer nor an error, and no time limit ends it.
    .on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.destroy());
    })
    .on('error', reject)
    .end(body);
  return promise;
}

/** Reads only as much as it keeps. If an error or the time limit ends the answer, it returns the part before. */
async function readExcerpt(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxReadBytes) break;
    }
  } catch {
    // The status is enough.
  }
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ');
  return Array.from(text).slice(0, maxExcerptCharacters).join('').trim();
}

/** The network's error message; if several addresses failed, the message of the first. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}
