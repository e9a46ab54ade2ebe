import { CommanderError } from 'commander';
import { codeOf } from './error-code.ts';
import { failureText, toFailure } from './failure.ts';
import { createProgram } from './program.ts';
import { print } from './session.ts';

const words = process.argv.slice(2);

/** Known before the words are understood: a document is owed for words that are not, too. */
const json = words.includes('--json');

// A reader that has seen enough, as in `… | head`, is no failure.
process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') throw error;
});

try {
  await createProgram(json ? () => {} : complain).parseAsync(words, { from: 'user' });
} catch (thrown) {
  if (!isHelp(thrown)) fail(thrown);
}

function complain(text: string): void {
  process.stderr.write(text);
}

/** Help that was asked for is an answer; the help that stands in for a missing command is none. */
function isHelp(thrown: unknown): boolean {
  return thrown instanceof CommanderError && thrown.exitCode === 0;
}

/** Wrong usage was complained of already, by who noticed it. */
function fail(thrown: unknown): void {
  const failure = toFailure(thrown);
  const { error, details, exitCode } = failure;
  process.exitCode = exitCode;
  if (json) print(JSON.stringify(details.length > 0 ? { error, details } : { error }, null, 2));
  else if (!(thrown instanceof CommanderError)) complain(`${failureText(failure)}\n`);
}
