/**
 * The tables' server, a process of its own: its work would otherwise stand in the gateway's way. It
 * is told the folder as its one argument, says its port over IPC, and ends when its parent does,
 * however that ends.
 */
import type { RequestListener, Server } from 'node:http';
import { ClassicLevel } from 'classic-level';
import dynalite from 'dynalite';
import { isDiskFull } from '../../cli/files/disk-full.ts';
import { codeOf, reasonOf } from '../failure.ts';
import { guard } from '../loopback/door.ts';
import { listen } from '../loopback/listen.ts';
import { readAtOnce } from './read-at-once.ts';

/** What the server says: where it listens, or why it does not, or no more. */
export type TablesReport = { port: number } | TablesProblem;

/** `full`: the disk has no room. Only that one comes from a server that has been listening. */
export interface TablesProblem {
  problem: 'locked' | 'damaged' | 'full';
  reason: string;
}

/**
 * dynalite opens its store late and throws what it finds at the first request, past every handler:
 * so the store is opened, read through and closed before. Its keys are read in order, so a block
 * that is broken shows.
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
  // The store makes its files by itself: they are for their owner alone.
  process.umask(0o077);
  readAtOnce();
  await checkStore(folder);
  const options = { path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const server = dynalite(options);
  const [serve] = server.listeners('request') as [RequestListener];
  guard(server, (req, res) => {
    serve(req, res);
    // dynalite throws when a caller hangs up, which would end the server for everybody.
    req.removeAllListeners('error').on('error', () => undefined);
  });
  return server;
}

function problemOf(error: unknown): TablesProblem {
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = reasonOf(cause ?? error);
  if (isDiskFull(error)) return { problem: 'full', reason };
  return { problem: codeOf(cause) === 'LEVEL_LOCKED' ? 'locked' : 'damaged', reason };
}

// A terminal's Ctrl-C reaches this process too; its parent says when to end.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);

const report = (message: TablesReport) => process.send?.(message);

// A write that failed leaves the end of the store's log in doubt, so the server must end: what it
// writes after that could be lost. dynalite throws such an error past every handler.
process.on('uncaughtException', (error) => {
  console.error(error);
  if (!isDiskFull(error)) process.exit(1);
  process.send?.(problemOf(error), () => process.exit(1));
});

try {
  const server = await start(process.argv[2] ?? '');
  process.on('disconnect', () => {
    server.close(() => process.exit());
    server.closeAllConnections();
  });
  report({ port: await listen(server) });
} catch (error) {
  report(problemOf(error));
  process.disconnect?.();
}
