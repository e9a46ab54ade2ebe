import { codeOf } from './terminal/error-code.ts';
import { runCommand } from './terminal/run-command.ts';

// A reader that has seen enough, as in `… | head`, is no failure.
process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') throw error;
});

await runCommand(process.argv.slice(2));

// A command that has answered ends, whatever is under way for it still: calls to a service that says
// nothing, and what a provider of credentials has started, go on for minutes.
await Promise.all([process.stdout, process.stderr].map(written));
process.exit();

/** Resolves once everything that was written to a stream has left this process, or cannot. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
