import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { managePorts } from '../../local/demo/manage-ports.ts';
import { type Deployment, readDeployment } from '../../local/deployment-file.ts';
import type { Stops } from '../../local/stops.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { emptyFolder } from './folder.ts';

const entry = fileURLToPath(new URL('../../bin/command.ts', import.meta.url));
const installed = new URL('../../bin/installed.js', import.meta.url).href;
const endWithParent = new URL('../../test/api/run/end-with-parent.ts', import.meta.url).href;

/** The variables and options of the script `start` in package.json, and a module that stops the run when this process ends. */
const variables = { MALLOC_ARENA_MAX: '1' };
const nodeOptions = ['--max-semi-space-size=1', '--import', installed, '--import', endWithParent];

/** A start takes about 5 s, and several times as long on a busy machine. */
const readyWithinMs = 90_000;

/** Starts `npm start` with these words on its command line, on an empty folder that is deleted when it stops. */
export async function startLocalService(
  words: readonly string[],
  stops: Stops,
): Promise<LocalService> {
  const data = await emptyFolder(stops);
  return stops.add(new LocalService(data, words), (each) => each.stop());
}

/** The ports of the operator's use cases, for a local run. */
export function portsOf(deployment: Deployment, stops: Stops): ManagePorts {
  return stops.add(managePorts(deployment), (each) => each.close()).ports;
}

/** `npm start` in its own process group, to be killed without notice and started again on its data. */
export class LocalService {
  private readonly words: string[];
  private readonly data: string;
  private running: Promise<RunningService>;
  private stopped = false;
  /** How often it was killed. */
  kills = 0;

  constructor(data: string, words: readonly string[]) {
    this.data = data;
    this.words = ['--port', '0', '--data', data, ...words];
    this.running = start(this.words, data);
    // `deployment` reports a failed start; without this, Node would end the process before that.
    this.running.catch(() => undefined);
  }

  /** Its addresses, as soon as it is ready. Throws if it does not start. */
  async deployment(): Promise<Deployment> {
    return (await this.running).deployment;
  }

  /**
   * Kills it with SIGKILL and starts it again. With `leavesTables` the tables' server is not killed: it then ends by
   * itself.
   */
  killAndRestart(leavesTables: boolean): void {
    if (this.stopped) return;
    this.kills += 1;
    this.running = this.running.then(async ({ pid, ended }) => {
      process.kill(leavesTables ? pid : -pid, 'SIGKILL');
      await ended;
      return start(this.words, this.data);
    });
    this.running.catch(() => undefined);
  }

  /** Stops it and every process that it started. */
  async stop(): Promise<void> {
    this.stopped = true;
    const running = await this.running.catch(() => null);
    if (!running) return;
    running.end();
    await running.ended;
  }
}

interface RunningService {
  deployment: Deployment;
  pid: number;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
  /** Stops it as Ctrl-C does. */
  end: () => void;
}

async function start(words: readonly string[], data: string): Promise<RunningService> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, entry, 'start', ...words], {
    detached: true,
    // This file does not exist: the settings on this machine must not decide who may send.
    env: { ...variables, PATH, HOME, POSTRIDER_SETTINGS: join(data, 'postrider.json') },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const pid = Number(child.pid);
  const deadline = performance.now() + readyWithinMs;
  while (child.exitCode === null && performance.now() < deadline) {
    const deployment = readDeployment(join(data, 'deployment.json'));
    // The file of the previous run stays until this run is ready.
    if (deployment?.pid === pid) return { deployment, pid, ended, end: () => child.kill('SIGINT') };
    await pause(50);
  }
  if (child.exitCode === null) process.kill(-pid, 'SIGKILL');
  throw new Error(`The local run did not start: ${errors}`);
}
