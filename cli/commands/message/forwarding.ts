import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { Delivery } from '../../../shared/manage/webhooks/send-event.ts';
import { mintWebhookSecret, signedHeaders } from '../../../shared/webhook/webhook-signature.ts';
import type { Session } from '../../connection/session.ts';
import { oneLine } from '../../terminal/result.ts';
import { type MessageChange, watchEvents } from './watch-messages.ts';

/** `message tail --forward`: prints a new secret, and returns a function that sends each event once, in order. */
export async function forwardTo(
  address: string,
  { ports, accountId, emit, ended }: Session & { accountId: string; ended: AbortSignal },
): Promise<(changes: readonly MessageChange[]) => Promise<void>> {
  const url = await readLocalAddress(address);
  const secret = mintWebhookSecret(randomBytes);
  const readEvents = watchEvents(ports, accountId);
  emit({
    json: { forward: url.href, secret },
    text: `Sending events to ${url.href}, signed with the secret ${secret}`,
  });
  return async (changes) => {
    for (const { id, event } of await readEvents(changes)) {
      const sending = { id, body: JSON.stringify(event), at: ports.now() };
      const { status, error } = await deliver({ url, secret, signal: ended }, sending);
      if (status === null && ended.aborted) return;
      const result = error === null ? `accepted with ${status}` : `not accepted: ${error}`;
      emit({
        json: { webhookId: id, status, error, event },
        text: oneLine(`  ${event.type}  ${event.data.to}  ${id}  ${result}`),
      });
    }
  };
}

interface Receiver {
  url: URL;
  secret: string;
  signal: AbortSignal;
  /** How long it may take to answer. Default: 15,000. */
  timeoutMs?: number;
}

/** Sends an event once, signed. A status of 200 to 299 accepts it. It follows no redirect. */
export async function deliver(
  { url, secret, signal, timeoutMs = 15_000 }: Receiver,
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<Delivery> {
  const timeOut = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders({ id, body, at }, [secret]) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeOut]),
    });
    await answer.body?.cancel();
    const { status, ok } = answer;
    return { status, error: ok ? null : `the receiver answered ${status}` };
  } catch (error) {
    return {
      status: null,
      error: timeOut.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error),
    };
  }
}

/** The network's error message, which an error of `fetch` has in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || String(Reflect.get(cause, 'code'))
    : error.message;
}

/** The addresses of this machine and of private networks: RFC 1918, RFC 4193 and link-local IPv6. */
const own = new BlockList();
own.addSubnet('127.0.0.0', 8);
own.addSubnet('10.0.0.0', 8);
own.addSubnet('172.16.0.0', 12);
own.addSubnet('192.168.0.0', 16);
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');

/** Reads the address for `--forward`, which must be private: events contain addresses. @throws {ManageError} */
export async function readLocalAddress(text: string): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw refused('must be an http or https address, such as http://localhost:3000/hooks');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) throw refused(`names a host that this machine does not know: ${host}`);
  const other = found.find(({ address }) => !isOwn(address));
  if (other)
    throw refused(
      `must name this machine or one in its private network, and ${host} has the address ${other.address}`,
    );
  return url;
}

const isOwn = (address: string) => own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

function refused(what: string): ManageError {
  const message = `--forward ${what}`;
  return new ManageError(message, [{ code: 'bad-address', field: 'forward', message }]);
}
