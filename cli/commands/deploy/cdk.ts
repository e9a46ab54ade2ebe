import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cdkFolder, cdkScript, installCdk } from '../../../lib/home.ts';
import { settingsFile } from '../../../lib/project.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { type BootstrapPlace, bootstrapWords } from '../../aws/lookups.ts';
import { adviceOn } from './advice.ts';

export interface CdkTarget {
  stack: string;
  environment: string | undefined;
  region: string;
  /** The settings file's text when the deployment began. The file may have changed since. */
  settings: string;
  /** Whether the stack has termination protection now: the CDK sets it even while it prepares. */
  terminationProtection: boolean;
}

export interface Cdk {
  /** Creates the bucket and the roles that the CDK deploys with, once for each region of an account. */
  bootstrap(place: BootstrapPlace, interrupted?: AbortSignal): Promise<void>;
  /** Synthesises the app, uploads its assets and creates a change set, which imports what an earlier stack left. */
  prepare(target: CdkTarget, changeSet: string, interrupted?: AbortSignal): Promise<void>;
}

/** The command that starts the pinned CLI of the CDK. @throws {ManageError} if the CDK is not installed */
export function pinnedCommand(): readonly string[] {
  const script = cdkScript();
  if (script !== null) return [process.execPath, script];
  throw new ManageError('deploy needs the CDK, which is not installed', [], { hint: installCdk });
}

export function cdkCli(command: readonly string[] = pinnedCommand()): Cdk {
  return {
    bootstrap: (place, interrupted) =>
      run(command, bootstrapWords(place), { AWS_REGION: place.region }, interrupted),
    prepare: (target, changeSet, interrupted) =>
      withSettings(target.settings, (folder, file) =>
        run(
          command,
          [...prepareWords(target, changeSet), '--output', join(folder, 'cdk.out')],
          { AWS_REGION: target.region, POSTRIDER_SETTINGS: file },
          interrupted,
        ),
      ),
  };
}

function prepareWords(target: CdkTarget, changeSet: string): string[] {
  const { stack, environment, terminationProtection } = target;
  return [
    'deploy',
    stack,
    ...['--method', 'prepare-change-set', '--change-set-name', changeSet],
    '--import-existing-resources',
    // The CDK need not ask: postrider's `deploy` shows the changes and asks before it makes them.
    ...['--require-approval', 'never', '--progress', 'errors-only'],
    ...(environment === undefined ? [] : ['--context', `environment=${environment}`]),
    ...(terminationProtection ? ['--context', 'terminationProtection=true'] : []),
  ];
}

/** Writes the settings into a temporary folder while the work runs: the CDK's app reads them from a file. */
export async function withSettings<T>(
  text: string,
  work: (folder: string, file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-settings-'));
  try {
    const file = join(folder, 'postrider.json');
    await writeFile(file, text);
    return await work(folder, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(
  [executable = '', ...first]: readonly string[],
  words: readonly string[],
  variables: Record<string, string>,
  interrupted: AbortSignal | undefined,
): Promise<void> {
  // Only `--context` may choose an environment, so the child process does not get this variable.
  const { POSTRIDER_ENVIRONMENT: _, ...inherited } = process.env;
  const child = spawn(executable, [...first, ...words, ...quietly], {
    cwd: cdkFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(interrupted && { signal: interrupted }),
    env: {
      ...inherited,
      ...variables,
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      // The app must run on the same Node as this process, even if PATH names another one first.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      if (status === 0) resolve();
      else reject(refusal(withoutCopy(output, variables), status ?? String(signal)));
    });
  });
}

/** The app's errors name the temporary copy of the settings: puts the path of the settings file in its place. */
const withoutCopy = (output: string, { POSTRIDER_SETTINGS: copy }: Record<string, string>) =>
  copy === undefined ? output : output.replaceAll(copy, settingsFile());

const quietly = ['--no-color', '--no-notices', '--no-version-reporting'];

/** How many of the CDK's last lines the error repeats if the app itself gave no reason. */
const lastLines = 8;

const chatter =
  /^(npm warn|Bundling asset|✨|\S+: (start|success): |\S+: creating CloudFormation changeset|Could not retrieve additional details about change set|Source Location: |‣ AggregateError)/;

/** The error of a CDK that failed: the app's own message, else the end of the CDK's output with any advice on it. */
export function refusal(output: string, status: number | string): ManageError {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !chatter.test(line));
  const app = lines.findIndex((line) => /Subprocess exited with error/.test(line));
  if (app > 0) return new ManageError(lines[app - 1] ?? '');
  const end = lines.slice(-lastLines);
  const advice = adviceOn({ type: '', reason: end.join(' ') });
  const details = [...new Set(end)].map((message) => ({ code: 'cdk-output' as const, message }));
  return new ManageError(`The CDK failed (${status})${advice ? `. ${advice}` : ''}`, details);
}
