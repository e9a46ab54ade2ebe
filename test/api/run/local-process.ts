import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';
import { bareEnvironment } from '../../bare-environment.ts';
import { patienceMs } from '../../patience.ts';

const entry = fileURLToPath(new URL('../../../bin/command.ts', import.meta.url));
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

export interface LocalProcess {
  deployment: Deployment;
  data: string;
  stdout: () => string;
  stderr: () => string;
  /** Default: the signal of Ctrl-C. Returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface FailedStart {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface Start {
  data: string;
  words?: readonly string[];
  /** If it has `POSTRIDER_DATA`, the command line gets no `--data`. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts a local run on a free port. If it does not become ready, throws an error with its output. */
export async function startLocalProcess(start: Start): Promise<LocalProcess> {
  const started = await tryLocalProcess(start);
  if ('deployment' in started) return started;
  throw new Error(`The local run ended with ${started.exitCode}: ${started.stderr}`);
}

export async function tryLocalProcess(start: Start): Promise<LocalProcess | FailedStart> {
  const { data } = start;
  const { child, stdout, stderr } = spawnRun(start);
  const ended = exitOf(child);
  const isReady = await waitUntilReady(child, stdout, ended);
  if (!isReady) return { exitCode: await ended, stdout: stdout(), stderr: stderr() };
  const deployment = readDeployment(join(data, 'deployment.json'));
  if (!deployment) throw new Error('The local run is ready, but wrote no deployment.json');
  const stop = (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal);
    return ended;
  };
  return { deployment, data, stdout, stderr, stop };
}

function spawnRun({ data, words = [], environment = {} }: Start) {
  const folder = 'POSTRIDER_DATA' in environment ? [] : ['--data', data];
  const argv = ['--import', endWithParent, entry, 'start', '--port', '0', ...folder, ...words];
  // This file does not exist, so the run does not read the settings of the person who runs the tests.
  const settings = { POSTRIDER_SETTINGS: join(data, 'postrider.json') };
  const child = spawn(process.execPath, argv, {
    env: { ...bareEnvironment(), ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return { child, stdout: textOf(child.stdout), stderr: textOf(child.stderr) };
}

function textOf(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [exitCode] = await once(child, 'close');
  return exitCode;
}

/** Waits until the run has printed its summary. Kills it if that takes too long. */
async function waitUntilReady(
  child: ChildProcess,
  stdout: () => string,
  ended: Promise<unknown>,
): Promise<boolean> {
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const printed = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => stdout().includes('Ctrl-C stops it') && resolve());
  });
  try {
    return await Promise.race([printed.then(() => true), ended.then(() => false)]);
  } finally {
    clearTimeout(tooLong);
  }
}
