import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';

const entry = fileURLToPath(new URL('../../../local/start.ts', import.meta.url));
const installed = new URL('../../../bin/installed.js', import.meta.url).href;
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/** As the script `start` in package.json has them; only the end with the parent is added. */
const variables = { MALLOC_ARENA_MAX: '1' };
const nodeOptions = ['--max-semi-space-size=1', '--import', installed, '--import', endWithParent];

/** A start takes about 5 s; on a machine that is busy with other things, a few times that. */
const readyWithinMs = 90_000;

/**
 * `npm start` on one data folder, in a process group of its own, to be killed without notice and
 * started again.
 */
export class LocalService {
  private readonly words: string[];
  private readonly data: string;
  private running: Promise<Running>;
  private stopped = false;
  /** Times that it was killed. */
  kills = 0;

  /** `words` are further words of the command line. */
  constructor(data: string, words: readonly string[]) {
    this.data = data;
    this.words = ['--port', '0', '--data', data, ...words];
    this.running = start(this.words, data);
    // Whoever waits for it is told; nobody may be waiting yet.
    this.running.catch(() => undefined);
  }

  /** Where it is, as soon as it is ready. Throws when it does not get ready. */
  async deployment(): Promise<Deployment> {
    return (await this.running).deployment;
  }

  /**
   * Kills it with SIGKILL and starts it again; `alone` leaves the server of the tables, which then
   * ends by itself.
   */
  killAndRestart(alone: boolean): void {
    if (this.stopped) return;
    this.kills += 1;
    this.running = this.running.then(async ({ pid, ended }) => {
      process.kill(alone ? pid : -pid, 'SIGKILL');
      await ended;
      return start(this.words, this.data);
    });
    this.running.catch(() => undefined);
  }

  /** Ends it, and all that it started. */
  async stop(): Promise<void> {
    this.stopped = true;
    const running = await this.running.catch(() => null);
    if (!running) return;
    running.end();
    await running.ended;
  }
}

interface Running {
  deployment: Deployment;
  pid: number;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
  /** Ends it as Ctrl-C does. */
  end: () => void;
}

async function start(words: readonly string[], data: string): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, entry, ...words], {
    detached: true,
    // There is no such file: the settings of whoever runs this must not decide who may send.
    env: { ...variables, PATH, HOME, POSTRIDER_SETTINGS: join(data, 'settings.json') },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  const pid = Number(child.pid);
  const deadline = performance.now() + readyWithinMs;
  while (child.exitCode === null && performance.now() < deadline) {
    const deployment = readDeployment(join(data, 'deployment.json'));
    // The file of the run before stays until this one is ready.
    if (deployment?.pid === pid) return { deployment, pid, ended, end: () => child.kill('SIGINT') };
    await pause(50);
  }
  if (child.exitCode === null) process.kill(-pid, 'SIGKILL');
  throw new Error(`The local run did not start: ${said}`);
}
