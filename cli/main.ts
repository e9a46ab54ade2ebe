import { type Command, CommanderError, type Option } from 'commander';
import { codeOf } from './files/error-code.ts';
import { type CommandModules, createProgram } from './program.ts';
import { print } from './terminal/dialog.ts';
import { failureText, toFailure } from './terminal/failure.ts';
import { mayHaveSwallowed, swallowedOptions } from './terminal/swallowed-options.ts';

/** Runs the command that these arguments name, and ends the process. `more`: commands that are not the CLI's own. */
export async function main(args: readonly string[], more: CommandModules): Promise<never> {
  // It is not an error if the reader of stdout closes it early, as in `… | head`.
  process.stdout.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
  });

  await runCommand(args, more);

  // Exit once the command's output is written, even if some work is still running: a call to a service that
  // does not answer, or work that a credentials provider started, can go on for minutes.
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit();
}

/** Resolves once everything written to a stream has left this process, or once the stream is destroyed. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

/** Sets `process.exitCode`: 0 if it succeeded, 1 if it failed, 2 for wrong usage. */
export async function runCommand(
  args: readonly string[],
  more: CommandModules = {},
): Promise<void> {
  // Read before Commander parses the arguments, because an error in the arguments is printed as JSON, too.
  const json = args.includes('--json');
  try {
    const program = await createProgram(json ? () => {} : printError, args, more);
    await refuseSwallowedOptions(program, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (!isHelp(thrown)) reportFailure(thrown, json);
  }
}

/** Refuses a command line from which npm has taken an option: a `--dry-run` that npm keeps must not become a real run. */
async function refuseSwallowedOptions(program: Command, args: readonly string[]): Promise<void> {
  if (!mayHaveSwallowed()) return;
  const all = await createProgram(() => {});
  const named = args.reduce(
    (command, word) => command.commands.find((one) => one.name() === word) ?? command,
    all,
  );
  const options = optionsOf(all).filter(
    // npm has this option too, and users set it in .npmrc.
    ({ long }) => long !== '--yes' || named.options.some((option) => option.long === long),
  );
  const sentence = swallowedOptions(options, args);
  if (sentence !== null) program.error(`error: ${sentence}`);
}

function optionsOf(command: Command): Option[] {
  const all = [...command.options, ...command.commands.flatMap(optionsOf)];
  return [...new Map(all.map((option) => [option.long, option])).values()];
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
