import { CommanderError } from 'commander';
import { createProgram } from '../program.ts';
import { print } from './dialog.ts';
import { failureText, toFailure } from './failure.ts';

/**
 * Runs the command that these words name, and leaves in `process.exitCode` how it ended: 0, 1 where
 * it was refused, 2 for wrong usage.
 */
export async function runCommand(words: readonly string[]): Promise<void> {
  // Known before the words are understood: a document is owed for words that are not, too.
  const json = words.includes('--json');
  try {
    await createProgram(json ? () => {} : complain).parseAsync(words, { from: 'user' });
  } catch (thrown) {
    if (!isHelp(thrown)) fail(thrown, json);
  }
}

function complain(text: string): void {
  process.stderr.write(text);
}

/** Help that was asked for is an answer; the help that stands in for a missing command is none. */
function isHelp(thrown: unknown): boolean {
  return thrown instanceof CommanderError && thrown.exitCode === 0;
}

/** Wrong usage was complained of already, by who noticed it. */
function fail(thrown: unknown, json: boolean): void {
  const failure = toFailure(thrown);
  const { error, details, exitCode } = failure;
  process.exitCode = exitCode;
  if (json) print(JSON.stringify(details.length > 0 ? { error, details } : { error }, null, 2));
  else if (!(thrown instanceof CommanderError)) complain(`${failureText(failure)}\n`);
}
