/**
 * The tables' server, in its own process so as not to block the gateway. Its argument is the folder; it reports its
 * port over IPC, and ends with its parent.
 */
import type { RequestListener, Server } from 'node:http';
import { ClassicLevel } from 'classic-level';
import dynalite from 'dynalite';
import { isDiskFull } from '../../cli/files/error-code.ts';
import { codeOf, reasonOf } from '../failure.ts';
import { guardedServer } from '../loopback/door.ts';
import { listen } from '../loopback/listen.ts';
import { withTransactions } from './transactions.ts';

/** The server's report: the port that it listens on, or why it did not start or has stopped. */
export type TablesReport = { port: number } | TablesProblem;

/** `full`: the disk is full. A server that is listening reports only this problem. */
export interface TablesProblem {
  problem: 'locked' | 'damaged' | 'full';
  reason: string;
}

/**
 * Reads all keys in order, which finds every damaged block: dynalite opens the store only at the first request, and
 * throws where no handler can catch it.
 */
async function checkStore(folder: string): Promise<void> {
  const store = new ClassicLevel(folder, { valueEncoding: 'json' });
  await store.open();
  try {
    for await (const _ of store.iterator()) {
      // Reading it is the check.
    }
  } finally {
    await store.close();
  }
}

async function start(folder: string): Promise<Server> {
  // The store creates its own files: only their owner may read them.
  process.umask(0o077);
  await checkStore(folder);
  const options = { path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const [serve] = dynalite(options).listeners('request') as [RequestListener];
  return guardedServer(withTransactions(serve));
}

function problemOf(error: unknown): TablesProblem {
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = reasonOf(cause ?? error);
  if (isDiskFull(error)) return { problem: 'full', reason };
  return { problem: codeOf(cause) === 'LEVEL_LOCKED' ? 'locked' : 'damaged', reason };
}

// A terminal's Ctrl-C reaches this process too, but its parent decides when it ends.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);

const report = (message: TablesReport) => process.send?.(message);

// A failed write may damage the end of the store's log and lose later writes, so the server ends. dynalite throws where
// no handler can catch it.
process.on('uncaughtException', (error) => {
  console.error(error);
  if (!isDiskFull(error)) process.exit(1);
  process.send?.(problemOf(error), () => process.exit(1));
});

try {
  const server = await start(process.argv[2] ?? '');
  // The server need not close the store: as after a crash, the store recovers every write from its log.
  process.on('disconnect', () => {
    server.close(() => process.exit());
    server.closeAllConnections();
  });
  report({ port: await listen(server) });
} catch (error) {
  report(problemOf(error));
  process.disconnect?.();
}
