import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../bare-environment.ts';
import { dataFolder } from './deployment.ts';

const main = fileURLToPath(new URL('../../../bin/command.ts', import.meta.url));

/** How a command ended, and the one JSON document that it printed. */
export interface Ended {
  exitCode: number | null;
  answer: unknown;
}

/** How a command ended, and what it printed for people: `text` on stdout, `notes` on stderr. */
export interface EndedInWords {
  exitCode: number | null;
  text: string;
  notes: string;
}

/** Runs a command with `--json` in the folder `cwd`, against the run of the data folder `data`. */
export async function command(
  cwd: string,
  words: readonly string[],
  data = dataFolder,
): Promise<Ended> {
  const { exitCode, text } = await commandInWords(['--json', ...words], data, cwd);
  return { exitCode, answer: JSON.parse(text) };
}

/** Runs a command as a person does. */
export async function commandInWords(
  words: readonly string[],
  data = dataFolder,
  cwd = data,
): Promise<EndedInWords> {
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    env: { ...bareEnvironment(), POSTRIDER_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [text, notes] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  const [exitCode] = await ended;
  return { exitCode, text, notes };
}

/** The output of `message show`: what happened, and below that what to do. */
export async function showInWords(
  accountId: string,
  messageId: string,
  data = dataFolder,
): Promise<{ exitCode: number | null; story: string; todo: string }> {
  const words = ['message', 'show', messageId, '--account', accountId];
  const { exitCode, text } = await commandInWords(words, data);
  const [story = '', todo = ''] = text.split('\nWhat to do\n');
  return { exitCode, story, todo };
}
