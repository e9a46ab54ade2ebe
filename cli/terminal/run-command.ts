import { CommanderError } from 'commander';
import { createProgram } from '../program.ts';
import { print } from './dialog.ts';
import { failureText, toFailure } from './failure.ts';

/**
 * Runs the command that these arguments name, and sets `process.exitCode`: 0 if it succeeded, 1 if it
 * failed, 2 for wrong usage.
 */
export async function runCommand(args: readonly string[]): Promise<void> {
  // Read before Commander parses the arguments, because an error in the arguments is printed as JSON, too.
  const json = args.includes('--json');
  try {
    const program = await createProgram(json ? () => {} : printError, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (!isHelp(thrown)) reportFailure(thrown, json);
  }
}

function printError(text: string): void {
  process.stderr.write(text);
}

/** Whether the user asked for help. If a command is missing, Commander shows the help too, but as an error. */
function isHelp(thrown: unknown): boolean {
  return thrown instanceof CommanderError && thrown.exitCode === 0;
}

/** Sets the exit code and prints the error. Without `--json` Commander has already printed wrong usage itself. */
function reportFailure(thrown: unknown, json: boolean): void {
  const failure = toFailure(thrown);
  const { error, details, exitCode } = failure;
  process.exitCode = exitCode;
  if (json) print(JSON.stringify(details.length > 0 ? { error, details } : { error }, null, 2));
  else if (!(thrown instanceof CommanderError)) printError(`${failureText(failure)}\n`);
}
