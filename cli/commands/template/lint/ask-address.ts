import { promises as dns } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRules, hostOf, mayReceive } from '../../../../shared/webhook/address.ts';

/** What an address answered: with `problem` it is dead; `bytes` is null where the server names no length. */
export interface AddressAnswer {
  problem: string | null;
  redirects: number;
  bytes: number | null;
}

const maxRedirects = 5;

const timeoutMs = 5000;

/**
 * Asks whether an address answers, without its content. A server that refuses a program (401, 403, 429) or fails (5xx)
 * is no problem. Each hop must lead to a public address; `loopback` allows this machine, for tests. Never throws.
 */
export async function askAddress(
  address: string,
  rules: AddressRules = {},
): Promise<AddressAnswer> {
  let url = new URL(address);
  const answered = (problem: string | null, redirects: number, bytes: number | null = null) => ({
    ...{ problem, redirects, bytes },
  });
  for (let redirects = 0; ; redirects++) {
    try {
      const { statusCode: status = 0, headers } = await askOnce(url, rules);
      const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
      if (!isRedirect || redirects === maxRedirects) {
        const isDead = status >= 400 && status < 500 && ![401, 403, 429].includes(status);
        return answered(isDead ? `answers ${status}` : null, redirects, bytesOf(headers));
      }
      const next = URL.parse(headers.location ?? '', url.href);
      if (!next || !/^https?:$/.test(next.protocol)) {
        return answered('leads to an address that is neither http nor https', redirects + 1);
      }
      url = next;
    } catch (error) {
      return answered(reasonOf(error), redirects);
    }
  }
}

async function askOnce(url: URL, rules: AddressRules): Promise<IncomingMessage> {
  const answer = await send(url, rules, 'HEAD');
  const { statusCode = 0 } = answer;
  return statusCode === 405 || statusCode === 501 ? send(url, rules, 'GET') : answer;
}

class NotPublic extends Error {
  override message = 'leads to an address of this network';
}

function send(url: URL, rules: AddressRules, method: 'HEAD' | 'GET'): Promise<IncomingMessage> {
  const host = hostOf(url);
  if (isIP(host) && !mayReceive(host, rules)) return Promise.reject(new NotPublic());
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // The connection goes to the very addresses that are checked: a second look-up might find others.
  const lookup: LookupFunction = (name, options, callback) => {
    dns.lookup(name, { ...options, all: true }).then(
      (found) => {
        const [first] = found;
        const isPublic = found.every((each) => mayReceive(each.address, rules));
        if (!first || !isPublic) callback(new NotPublic(), '');
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
  const { request } = url.protocol === 'https:' ? https : http;
  const asked = request(url, {
    ...{ method, lookup, agent: false, signal: AbortSignal.timeout(timeoutMs) },
    headers: { 'user-agent': 'postrider-lint', ...(method === 'GET' && { range: 'bytes=0-0' }) },
  });
  asked.on('response', (answer) => resolve(answer.destroy()));
  asked.on('upgrade', (answer, socket) => {
    socket.destroy();
    resolve(answer.destroy());
  });
  asked.on('error', reject).end();
  return promise;
}

/** The length of the whole content; of an answer in part, the number after the slash of `bytes 0-0/48213`. */
function bytesOf(headers: IncomingMessage['headers']): number | null {
  const whole = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'];
  return whole === undefined ? null : Number(whole);
}

function reasonOf(thrown: unknown): string {
  const [error] = thrown instanceof AggregateError ? thrown.errors : [thrown];
  if (error instanceof NotPublic) return error.message;
  if (!(error instanceof Error)) return `does not answer: ${error}`;
  const { name, message } = error;
  return name === 'AbortError' || name === 'TimeoutError'
    ? `does not answer within ${timeoutMs / 1000} s`
    : `does not answer: ${message}`;
}
