import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsFile } from '../../connection/environment.ts';
import { refusal } from './cdk-refusal.ts';

/** What the CDK is to prepare, and where. */
export interface CdkTarget {
  stack: string;
  environment: string | undefined;
  region: string;
  /** The settings file's text: what the deployment is made of, whatever the file holds by now. */
  settings: string;
  /** What the stack's termination protection is, and stays: the CDK sets it even while it prepares. */
  terminationProtection: boolean;
}

/** What a deployment needs of the CDK: to prepare an account, and a change set. Nothing is changed by it. */
export interface Cdk {
  /** Makes the bucket and the roles by which the CDK deploys, once for each region of an account. */
  bootstrap(place: { account: string; region: string }, interrupted?: AbortSignal): Promise<void>;
  /**
   * Synthesises the app, uploads its assets and leaves a change set of this name, which takes in
   * what an earlier stack of the name left behind.
   */
  prepare(target: CdkTarget, changeSet: string, interrupted?: AbortSignal): Promise<void>;
}

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const pinnedCdk = fileURLToPath(new URL('../../../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** The pinned CLI of the CDK, and what comes before the words it is given. */
export const pinnedCommand: readonly string[] = [process.execPath, pinnedCdk];

/** The CLI of the CDK as a child process; `command` is how it is started. */
export function cdkCli(command: readonly string[] = pinnedCommand): Cdk {
  return {
    bootstrap: ({ account, region }, interrupted) =>
      run(
        command,
        ['bootstrap', `aws://${account}/${region}`],
        { AWS_REGION: region },
        interrupted,
      ),
    prepare: (target, changeSet, interrupted) =>
      withSettings(target.settings, (file) =>
        run(
          command,
          prepareWords(target, changeSet),
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
    // The person who runs this sees the changes, and says yes to them, before they are made.
    ...['--require-approval', 'never', '--progress', 'errors-only'],
    ...(environment === undefined ? [] : ['--context', `environment=${environment}`]),
    ...(terminationProtection ? ['--context', 'terminationProtection=true'] : []),
  ];
}

/** The app is another process, and reads its settings from a file. */
async function withSettings<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-settings-'));
  try {
    const file = join(folder, 'settings.json');
    await writeFile(file, text);
    return await work(file);
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
  // The environment is named in the words, or there is none: a variable must not choose another.
  const { POSTRIDER_ENVIRONMENT: _, ...inherited } = process.env;
  const child = spawn(executable, [...first, ...words, ...quietly], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(interrupted && { signal: interrupted }),
    env: {
      ...inherited,
      ...variables,
      // The app must run on the Node that runs this, whichever is first in the path.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      if (status === 0) resolve();
      else reject(refusal(withoutCopy(said, variables), status ?? String(signal)));
    });
  });
}

/** What the app says of its settings is about the file that they were copied from. */
const withoutCopy = (said: string, { POSTRIDER_SETTINGS: copy }: Record<string, string>) =>
  copy === undefined ? said : said.replaceAll(copy, settingsFile());

const quietly = ['--no-color', '--no-notices'];
