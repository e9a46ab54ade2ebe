import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import { loopback } from '../loopback/listen.ts';
import type { AcceptedMail } from './accepted-mail.ts';
import type { Said } from './messages.ts';

/** The local mail server, running: SES for the functions, a page for people. */
export interface Inbox {
  endpoint: string;
  /** Calls back with every mail that is accepted from now on. */
  onAccepted: (take: (mail: AcceptedMail) => void) => void;
  /** Rejects when the server ends although nobody stopped it. */
  died: Promise<never>;
  stop: () => Promise<void>;
}

/** Starts the mail server on a free port. Its mails are gone when it stops. */
export async function startInbox(logs: string): Promise<Inbox> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    name: 'mail',
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  const log = createWriteStream(join(logs, 'mail.log'));
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  let stopping = false;
  const died = new Promise<never>((_, reject) => {
    worker.once('error', (error) => reject(new Failure('The mail server ended.', error)));
    worker.once('exit', () => stopping || reject(new Failure('The mail server ended.')));
  });
  died.catch(() => undefined);
  const takers: ((mail: AcceptedMail) => void)[] = [];
  const listening = new Promise<number>((resolve) => {
    worker.on('message', (said: Said) => {
      if (said.kind === 'listening') resolve(said.port);
      else for (const take of takers) take(said.mail);
    });
  });
  const port = await Promise.race([listening, died]);
  return {
    endpoint: `http://${loopback}:${port}`,
    onAccepted: (take) => void takers.push(take),
    died,
    stop: async () => {
      stopping = true;
      await worker.terminate();
      log.end();
    },
  };
}
