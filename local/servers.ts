import type { DataFolder } from './data-folder.ts';
import { startDns } from './dns/server.ts';
import { hostPort, machineResolver } from './dns/upstream.ts';
import type { Endpoints } from './lambda/variables.ts';
import { noteOtherPort } from './loopback/listen.ts';
import { type Inbox, startInbox } from './mail/inbox.ts';
import type { LocalOptions } from './options.ts';
import type { Stops } from './stops.ts';
import { startTables } from './tables/process.ts';
import { type Assembly, readAssembly } from './template/assembly.ts';
import { synthesise } from './template/synthesise.ts';

export interface ServersOptions {
  options: LocalOptions;
  folder: DataFolder;
  note: (line: string) => void;
  signal: AbortSignal;
}

/** The synthesised stack, and the servers that its functions will talk to. */
export interface Servers {
  assembly: Assembly;
  endpoints: Pick<Endpoints, 'dynamodb' | 'ses' | 'dns'>;
  inboxUrl: string | null;
  dnsServer: string;
  /** Calls back with every mail that the local mail server accepts. With another SES, it never calls back. */
  onAccepted: Inbox['onAccepted'];
  /** Gives every mail that comes from outside. With another SES, none comes. */
  onReceived: Inbox['onReceived'];
  /** Sets the rules of the local mail server; has no effect on another SES. */
  setRules: Inbox['setRules'];
  /** Of the local mail server; another SES has its own tenants. */
  tenants: Pick<Inbox, 'pauseTenant' | 'onTenant'>;
  /** Rejects with a `Failure` when one of the servers ends by itself. */
  died: Promise<never>;
}

/** Synthesises the stack and starts the servers, all in parallel. If one fails, it cancels the others. */
export async function startServers(
  { options, folder, note, signal }: ServersOptions,
  stops: Stops,
): Promise<Servers> {
  const failed = new AbortController();
  const given = AbortSignal.any([signal, failed.signal]);
  const [assembly, tables, mail, dns] = await allOrNone(failed, [
    synthesise(folder.cdkOut, given, {
      ...(options.tenants && { tenants: true }),
      localReplies: options.replies,
    }).then(() => readAssembly(folder.cdkOut)),
    startTablesOf(options, folder, stops),
    startMailOf(options, folder, note, stops),
    startDnsOf(options, note, stops),
  ]);
  const died = Promise.race([tables.died, mail.died]);
  died.catch(() => undefined);
  return {
    assembly,
    endpoints: { dynamodb: tables.endpoint, ses: mail.endpoint, dns: dns.address },
    inboxUrl: options.sesEndpoint === undefined ? `${mail.endpoint}/` : null,
    dnsServer: dns.address,
    onAccepted: mail.onAccepted,
    onReceived: mail.onReceived,
    setRules: mail.setRules,
    tenants: mail,
    died,
  };
}

/** Waits for all promises, even after one has failed, so that everything that was started can be stopped. */
async function allOrNone<T extends readonly unknown[]>(
  failed: AbortController,
  starting: { [K in keyof T]: Promise<T[K]> },
): Promise<{ [K in keyof T]: T[K] }> {
  // Only the first failure is reported, because aborting causes further ones.
  for (const one of starting) one.catch((error) => failed.abort(error));
  await Promise.allSettled(starting);
  failed.signal.throwIfAborted();
  return Promise.all(starting) as Promise<{ [K in keyof T]: T[K] }>;
}

const never = new Promise<never>(() => undefined);

async function startTablesOf(options: LocalOptions, folder: DataFolder, stops: Stops) {
  if (options.dynamodbEndpoint !== undefined) {
    return { endpoint: options.dynamodbEndpoint, died: never };
  }
  return stops.add(await startTables(folder.tables, folder.logs), ({ stop }) => stop());
}

async function startMailOf(
  { sesEndpoint: endpoint, inboxPort }: LocalOptions,
  folder: DataFolder,
  note: (line: string) => void,
  stops: Stops,
) {
  if (endpoint !== undefined) {
    const none = () => undefined;
    const taken = { onAccepted: none, onReceived: none, onTenant: none, pauseTenant: none };
    return { endpoint, ...taken, setRules: async () => undefined, died: never };
  }
  const inbox = stops.add(await startInbox(folder.logs, inboxPort), ({ stop }) => stop());
  noteOtherPort('The inbox', inboxPort, inbox.endpoint, note);
  return inbox;
}

async function startDnsOf(options: LocalOptions, note: (line: string) => void, stops: Stops) {
  const upstream = options.dns ?? machineResolver();
  const dns = stops.add(await startDns(upstream), ({ stop }) => stop());
  // The start does not wait for it: without a network it would be slower.
  void dns.upstreamAnswers().then((answers) => {
    if (answers) return;
    note(
      `The DNS server ${hostPort(upstream)} does not answer: only inbox.example.com and simulator.amazonses.com can be verified; name another one with --dns HOST:PORT.`,
    );
  });
  return dns;
}
