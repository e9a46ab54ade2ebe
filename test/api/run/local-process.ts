import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';
import { bareEnvironment } from '../../bare-environment.ts';

const entry = fileURLToPath(new URL('../../../local/start.ts', import.meta.url));
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/** The local run in a process of its own, as `npm start` has it, ready to be called. */
export interface LocalProcess {
  deployment: Deployment;
  data: string;
  /** What it has printed. */
  stdout: () => string;
  stderr: () => string;
  /** Ends it, like Ctrl-C does unless another signal is named, and gives its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** How a run that was never ready ended. */
export interface FailedStart {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** A start takes about 5 s; on a machine that is busy with other things, a few times that. */
const readyWithinMs = 90_000;

export interface Start {
  data: string;
  /** More of the command line. */
  words?: readonly string[];
  /** Where `POSTRIDER_DATA` is in it, the data folder is named by that alone. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts a local run on a free port. Throws, with what it printed, when it does not get ready. */
export async function startLocalProcess(start: Start): Promise<LocalProcess> {
  const started = await tryLocalProcess(start);
  if ('deployment' in started) return started;
  throw new Error(`The local run ended with ${started.exitCode}: ${started.stderr}`);
}

/** Starts a local run that may well be refused. */
export async function tryLocalProcess(start: Start): Promise<LocalProcess | FailedStart> {
  const { data } = start;
  const { child, stdout, stderr } = spawnRun(start);
  const ended = exitOf(child);
  const isReady = await waitUntilReady(child, stdout, ended);
  if (!isReady) return { exitCode: await ended, stdout: stdout(), stderr: stderr() };
  const deployment = readDeployment(join(data, 'deployment.json'));
  if (!deployment) throw new Error('The local run is ready but has not said where');
  const stop = (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal);
    return ended;
  };
  return { deployment, data, stdout, stderr, stop };
}

function spawnRun({ data, words = [], environment = {} }: Start) {
  const folder = 'POSTRIDER_DATA' in environment ? [] : ['--data', data];
  const argv = ['--import', endWithParent, entry, '--port', '0', ...folder, ...words];
  // There is none: the settings of whoever runs the tests are theirs.
  const settings = { POSTRIDER_SETTINGS: join(data, 'settings.json') };
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

/** Ready is when it has printed its summary. One that takes too long is killed. */
async function waitUntilReady(
  child: ChildProcess,
  stdout: () => string,
  ended: Promise<unknown>,
): Promise<boolean> {
  const tooLong = setTimeout(() => child.kill('SIGKILL'), readyWithinMs);
  const printed = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => stdout().includes('Ctrl-C stops it') && resolve());
  });
  try {
    return await Promise.race([printed.then(() => true), ended.then(() => false)]);
  } finally {
    clearTimeout(tooLong);
  }
}
