import { runHere } from '../../cli/in-process.ts';
import { dataFolder } from './deployment.ts';

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

let running: Promise<unknown> = Promise.resolve();

export async function commandInWords(
  words: readonly string[],
  data = dataFolder,
  cwd = data,
): Promise<EndedInWords> {
  const ended = running.then(() => runHere(words, { POSTRIDER_DATA: data }, cwd));
  running = ended.catch(() => undefined);
  const { exitCode, stdout: text, stderr: notes } = await ended;
  return { exitCode, text, notes };
}

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
