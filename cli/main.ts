import { codeOf } from './files/error-code.ts';
import type { CommandModules } from './program.ts';
import { runCommand } from './run-command.ts';

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
