import { codeOf } from './error-code.ts';
import { runCommand } from './run-command.ts';

// A reader that has seen enough, as in `… | head`, is no failure.
process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') throw error;
});

await runCommand(process.argv.slice(2));
