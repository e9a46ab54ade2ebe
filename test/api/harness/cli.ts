import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { dataFolder } from './deployment.ts';

const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));

/** How a command ended, and the one JSON document that it printed. */
export interface Ended {
  exitCode: number | null;
  answer: unknown;
}

/** Runs a command with `--json` against the run that all tests share, in the folder `cwd`. */
export async function command(
  cwd: string,
  words: readonly string[],
  data = dataFolder,
): Promise<Ended> {
  // Without the variables of whoever runs the tests: their endpoints and profiles are theirs.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [main, '--json', ...words], {
    cwd,
    env: { PATH, HOME, POSTRIDER_DATA: data },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => {
      try {
        resolve({ exitCode, answer: JSON.parse(stdout) });
      } catch (error) {
        reject(error);
      }
    });
  });
}
