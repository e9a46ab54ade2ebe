import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManageError } from '../../shared/manage/manage-error.ts';

/** Where the CDK is to work. */
export interface CdkTarget {
  stack: string;
  environment: string | undefined;
  region: string;
}

/** What a deployment needs of the CDK: to prepare an account, and a change set. Nothing is changed by it. */
export interface Cdk {
  /** Makes the bucket and the roles by which the CDK deploys, once for each region of an account. */
  bootstrap(target: { account: string; region: string }): Promise<void>;
  /**
   * Synthesises the app, uploads its assets and leaves a change set of this name, which takes in
   * what an earlier stack of the name left behind. Without a change there is none afterwards.
   */
  prepare(target: CdkTarget, changeSet: string): Promise<void>;
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const pinnedCdk = fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** The pinned CLI of the CDK as a child process; `command` stands in for it. */
export function cdkCli(command: readonly string[] = [process.execPath, pinnedCdk]): Cdk {
  return {
    bootstrap: ({ account, region }) =>
      run(command, region, ['bootstrap', `aws://${account}/${region}`]),
    prepare: ({ stack, environment, region }, changeSet) =>
      run(command, region, [
        'deploy',
        stack,
        ...['--method', 'prepare-change-set', '--change-set-name', changeSet],
        '--import-existing-resources',
        // Whoever runs this has seen the changes, and has said yes to them, before they are made.
        ...['--require-approval', 'never'],
        ...(environment === undefined ? [] : ['--context', `environment=${environment}`]),
      ]),
  };
}

function run(command: readonly string[], region: string, words: readonly string[]): Promise<void> {
  const [executable = '', ...first] = command;
  const child = spawn(executable, [...first, ...words, ...quietly], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      AWS_REGION: region,
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
      else reject(refusal(said, status ?? String(signal)));
    });
  });
}

const quietly = ['--no-color', '--no-notices', '--progress', 'errors-only'];

/** How much of what it said is repeated where it is not known which of it matters. */
const lastLines = 8;

/** The app's own sentence where the app refused; else the end of what the CDK said. */
export function refusal(output: string, status: number | string): ManageError {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) => line !== '' && !/^(npm warn|Bundling asset|✨|\S+: (start|success): )/.test(line),
    );
  const app = lines.findIndex((line) => /Subprocess exited with error/.test(line));
  if (app > 0) return new ManageError(lines[app - 1] ?? '');
  const details = lines.slice(-lastLines).map((message) => ({ message }));
  return new ManageError(`The CDK did not get through (${status}): it says why`, details);
}
