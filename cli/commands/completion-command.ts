import { Argument, type Command } from 'commander';
import { completionFor, offersOf, type ShellName, shellNames } from '../completion/completion.ts';
import { withTerminal } from '../connection/session.ts';
import { subcommand } from '../terminal/options.ts';

/** `completion`: prints a shell's completion script. `whole` creates the program with every command. */
export function addCompletionCommand(program: Command, whole: () => Promise<Command>): void {
  subcommand(program, 'completion', {
    about:
      'print the script with which your shell completes commands, subcommands and options of the command postrider; its first lines say where to put it',
    example: 'completion bash',
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(shellNames))
    .action((shell: ShellName, _: object, command: Command) =>
      withTerminal(command, async () => {
        const script = completionFor(shell, offersOf(await whole()));
        return { json: { shell, script }, text: script };
      }),
    );
}
