import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { scripts } from '../../lib/home.ts';
import { diskFull, Failure } from '../failure.ts';
import { loopback } from '../loopback/listen.ts';
import type { TablesProblem, TablesReport } from './server.ts';

const graceMs = 3000;

/** By default V8's young generation grows to 48 MB. */
const smallHeap = '--max-semi-space-size=1';

export interface TablesServer {
  endpoint: string;
  pid: number;
  /** Rejects when the server ends without `stop`. */
  died: Promise<never>;
  stop: () => Promise<void>;
}

/** Starts the tables' server on a folder, created if missing. Throws a `Failure` if it is open elsewhere or damaged. */
export async function startTables(folder: string, logs: string): Promise<TablesServer> {
  const logPath = join(logs, 'tables.log');
  const see = `: ${logPath} may say why.`;
  const log = openSync(logPath, 'w', 0o600);
  const child = fork(scripts.tables, [folder], {
    execArgv: [smallHeap],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
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
    throw report ? failure(folder, report) : new Failure(`The tables' server did not start${see}`);
  }
  let stopping = false;
  let problem: TablesProblem | undefined;
  child.on('message', (message: TablesProblem) => {
    problem = message;
  });
  return {
    endpoint: `http://${loopback}:${report.port}`,
    pid: Number(child.pid),
    died: exited.then(() => {
      if (stopping) return new Promise<never>(() => undefined);
      throw problem ? failure(folder, problem) : new Failure(`The tables' server ended${see}`);
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

function failure(folder: string, { problem, reason }: TablesProblem): Failure {
  if (problem === 'full') return diskFull(folder, reason);
  return new Failure(
    problem === 'locked'
      ? `Another process has the tables in ${folder} open: stop it first.`
      : `The tables in ${folder} are damaged (${reason}): restore a copy of them, or start over with --fresh.`,
  );
}
