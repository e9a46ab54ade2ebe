import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';
import { loopback } from '../loopback/listen.ts';
import type { TablesReport } from './server.ts';

/** How long the tables' server gets to close its store. */
const graceMs = 3000;

/** The tables' server, running. */
export interface TablesServer {
  endpoint: string;
  /** Rejects when the server ends although nobody stopped it. */
  died: Promise<never>;
  stop: () => Promise<void>;
}

/**
 * Starts the tables' server on a folder, which it makes if need be. Throws a `Failure` when another
 * process has it open, or when what is in it is damaged.
 */
export async function startTables(folder: string, logs: string): Promise<TablesServer> {
  const log = openSync(join(logs, 'tables.log'), 'w');
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [folder], {
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as TablesReport),
    exited.then(() => undefined),
  ]);
  if (!report || 'problem' in report) {
    await stop(child, exited);
    throw failure(folder, report);
  }
  let stopping = false;
  return {
    endpoint: `http://${loopback}:${report.port}`,
    died: exited.then(() => {
      if (stopping) return new Promise<never>(() => undefined);
      throw new Failure(`The tables' server ended; ${join(logs, 'tables.log')} may say why.`);
    }),
    stop: () => {
      stopping = true;
      return stop(child, exited);
    },
  };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect();
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exited;
  clearTimeout(force);
}

function failure(folder: string, report: Exclude<TablesReport, { port: number }> | undefined) {
  if (report?.problem === 'locked') {
    return new Failure(`Another process has the tables in ${folder} open: stop it first.`);
  }
  const reason = report ? ` (${report.reason})` : '';
  return new Failure(
    `The tables in ${folder} are damaged${reason}: put a copy back, or start anew with --fresh.`,
  );
}
