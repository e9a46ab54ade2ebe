import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import { loopback } from '../loopback/listen.ts';

/** The local mail server, running: SES for the functions, a page for people. */
export interface Inbox {
  endpoint: string;
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
  const [port] = await Promise.race([once(worker, 'message'), died]);
  return {
    endpoint: `http://${loopback}:${port}`,
    died,
    stop: async () => {
      stopping = true;
      await worker.terminate();
      log.end();
    },
  };
}
