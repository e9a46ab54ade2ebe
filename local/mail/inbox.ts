import { on } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { scripts } from '../../lib/home.ts';
import { Failure } from '../failure.ts';
import { anyFree, loopback, type PortChoice } from '../loopback/listen.ts';
import type { AcceptedMail } from './accepted-mail.ts';
import { type ReceiptAnswer, type ReceivedMail, refusal } from './received-mail.ts';
import type { SendingRules } from './sending-rules.ts';
import type { TenantChange, TenantPause } from './tenants.ts';

export type MailServerMessage =
  | { kind: 'listening'; port: number }
  | { kind: 'refused'; sentence: string }
  | { kind: 'rules set' }
  | { kind: 'accepted'; mail: AcceptedMail }
  | { kind: 'tenant'; change: TenantChange }
  | { kind: 'received'; id: number; mail: ReceivedMail };

/** What the run tells the mail server. */
export type MailServerOrder =
  | { kind: 'rules'; rules: SendingRules }
  | { kind: 'pause'; pause: TenantPause }
  | { kind: 'receipt'; id: number; answer: ReceiptAnswer };

export type Receive = (mail: ReceivedMail) => Promise<ReceiptAnswer>;

/** The local mail server, running: SES for the functions, a page for people. */
export interface Inbox {
  endpoint: string;
  /** Sets the rules; until then it accepts everything. Resolves when they apply. */
  setRules: (rules: SendingRules) => Promise<void>;
  /** Calls back with every mail that it accepts from now on. */
  onAccepted: (take: (mail: AcceptedMail) => void) => void;
  /** Pauses a tenant. */
  pauseTenant: (pause: TenantPause) => void;
  /** Calls back with every tenant that is paused, or sends again, from now on. */
  onTenant: (take: (change: TenantChange) => void) => void;
  /** Gives every mail that comes from outside from now on; until then none is received. */
  onReceived: (receive: Receive) => void;
  /** Rejects when the server ends by itself. */
  died: Promise<never>;
  stop: () => Promise<void>;
}

/** Starts the mail server. Its mails are gone when it stops. Throws a `Failure` if its port is taken. */
export async function startInbox(logs: string, choice: PortChoice = anyFree): Promise<Inbox> {
  const { NODE_COMPILE_CACHE: cache } = process.env;
  const worker = new Worker(scripts.mail, {
    name: 'mail',
    execArgv: [],
    // A thread would read a variable that is undefined as the text `undefined`.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
    resourceLimits: { maxYoungGenerationSizeMb: 3 },
    workerData: choice,
    stdout: true,
    stderr: true,
  });
  const log = createWriteStream(join(logs, 'mail.log'), { mode: 0o600 });
  // A full disk loses log lines. The mails are in memory.
  log.on('error', () => worker.stdout.resume() && worker.stderr.resume());
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  let stopping = false;
  const died = new Promise<never>((_, reject) => {
    worker.once('error', (error) => reject(new Failure('The mail server ended.', error)));
    worker.once('exit', () => stopping || reject(new Failure('The mail server ended.')));
  });
  died.catch(() => undefined);
  const order = (given: MailServerOrder) => worker.postMessage(given);
  let receive: Receive = async () => refusal(404, 'No receipt rule has this recipient');
  const answerReceived = (id: number, mail: ReceivedMail) =>
    void receive(mail)
      .catch((error) => refusal(500, String(error)))
      .then((answer) => order({ kind: 'receipt', id, answer }));
  const hear = <Kind extends MailServerMessage['kind']>(
    kind: Kind,
    take: (message: Extract<MailServerMessage, { kind: Kind }>) => void,
  ) => {
    worker.on('message', (message) => {
      if (message.kind === kind) take(message);
    });
  };
  const listening = new Promise<number>((resolve, reject) => {
    hear('listening', ({ port }) => resolve(port));
    hear('refused', ({ sentence }) => reject(new Failure(sentence)));
  });
  hear('received', ({ id, mail }) => answerReceived(id, mail));
  const setRules = async (rules: SendingRules) => {
    order({ kind: 'rules', rules });
    for await (const [message] of on(worker, 'message') as AsyncIterable<[MailServerMessage]>) {
      if (message.kind === 'rules set') return;
    }
  };
  const stop = async () => {
    stopping = true;
    await worker.terminate();
    log.end();
  };
  const port = await Promise.race([listening, died]).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    endpoint: `http://${loopback}:${port}`,
    setRules,
    pauseTenant: (pause) => order({ kind: 'pause', pause }),
    onTenant: (take) => hear('tenant', ({ change }) => take(change)),
    onAccepted: (take) => hear('accepted', ({ mail }) => take(mail)),
    onReceived: (taken) => {
      receive = taken;
    },
    died,
    stop,
  };
}
