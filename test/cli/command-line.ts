import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../bare-environment.ts';
import { tableOutputs } from '../dynalite.ts';
import { stoppedAtEnd } from '../end-of-file.ts';
import { planIds, startDeployment, type TestDeployment } from '../management.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runHere } from './in-process.ts';

const main = fileURLToPath(new URL('../../bin/command.ts', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

type Reader = 'listen' | 'hang up';

export type Started = ChildProcessByStdio<null, Readable, Readable>;

export interface CommandLine extends TestDeployment {
  /** The data folder, which only this test uses. */
  dir: string;
  /** Runs the CLI in that folder, against the deployment, in this process. */
  run: (words: readonly string[], environment?: Record<string, string>) => Promise<Ended>;
  /** The same in its own process, as in a terminal. The reader `hang up` closes stdout at once. */
  runApart: (
    words: readonly string[],
    environment?: Record<string, string>,
    reader?: Reader,
  ) => Promise<Ended>;
  /** Starts a command in that folder that runs until a signal ends it. */
  start: (words: readonly string[]) => Started;
  /** The same for a command that reads stdin. */
  open: (words: readonly string[]) => ChildProcessByStdio<Writable, Readable, Readable>;
  /** Runs the CLI with `--json` and parses its stdout. */
  json: (...words: string[]) => Promise<{ exitCode: number | null; answer: unknown }>;
}

/** The `deployment.json` of a local run, for a deployment in this process. */
export function deploymentFile({ tables, gateway }: TestDeployment) {
  return {
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'unused',
    accountId: 'unused',
    inboxUrl: null,
    dynamodbEndpoint: tables.endpoint,
    sesEndpoint: 'http://127.0.0.1:1',
    apiGatewayEndpoint: gateway.endpoint,
    region: 'us-east-1',
    pid: process.pid,
    outputs: {
      BaseUrl: 'http://127.0.0.1:1/v1',
      DoorsUrl: 'http://127.0.0.1:1/doors',
      ...tableOutputs,
      Senders: '*',
      ConfigurationSet: 'set',
      SendingEnabled: 'on',
      Suppression: 'on',
      MessageRetentionDays: '30',
      LogGroups: 'Render,Execute',
      UsagePlanFree: planIds.free,
      UsagePlanPro: planIds.pro,
      UsagePlanTeam: planIds.team,
      WebhooksQueue: 'http://127.0.0.1:1/queue',
    },
  };
}

/** Starts a deployment with the `deployment.json` of a local run, and returns a CLI that uses it. */
export async function startCommandLine(): Promise<CommandLine> {
  const deployment = await startDeployment();
  const dir = temporaryFolder();
  await writeFile(join(dir, 'deployment.json'), JSON.stringify(deploymentFile(deployment)));
  const run: CommandLine['run'] = (words, environment = {}) =>
    runHere(words, { POSTRIDER_DATA: dir, ...environment }, dir);
  const started: ChildProcess[] = [];
  const own = { POSTRIDER_DATA: dir };
  const begin = <T extends ChildProcess>(child: T) => {
    started.push(child);
    return child;
  };
  return stoppedAtEnd({
    ...deployment,
    dir,
    run,
    runApart: (words, environment = {}, reader = 'listen') =>
      runProcess(words, dir, { ...own, ...environment }, reader),
    start: (words) => begin(spawnCommand(words, dir, own)),
    open: (words) =>
      begin(spawn(process.execPath, [main, ...words], { ...placeOf(dir, own), stdio: 'pipe' })),
    json: async (...words) => {
      const { exitCode, stdout } = await run([...words, '--json']);
      return { exitCode, answer: JSON.parse(stdout) };
    },
    stop: async () => {
      for (const child of started) child.kill('SIGKILL');
      await rm(dir, { recursive: true });
      await deployment.stop();
    },
  });
}

function spawnCommand(words: readonly string[], cwd: string, environment: Record<string, string>) {
  return spawn(process.execPath, [main, ...words], {
    ...placeOf(cwd, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const placeOf = (cwd: string, environment: Record<string, string>) => ({
  cwd,
  env: { ...bareEnvironment(), AWS_EC2_METADATA_DISABLED: 'true', TZ: 'UTC', ...environment },
});

/** Runs the CLI in its own process, in a folder, with these variables and those of `bareEnvironment`. */
export function runProcess(
  words: readonly string[],
  cwd: string,
  environment: Record<string, string>,
  reader: Reader = 'listen',
): Promise<Ended> {
  const child = spawnCommand(words, cwd, environment);
  if (reader === 'hang up') child.stdout.destroy();
  const read = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      read[name] += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...read }));
  });
}
