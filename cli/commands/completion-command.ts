import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { placesOf } from '../completion/places.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { withTerminal } from '../connection/session.ts';
import { subcommand } from '../terminal/options.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `completion`: the script with which a shell completes commands and options. `whole`: creates the whole program. */
export function addCompletionCommand(program: Command, whole: () => Promise<Command>): void {
  subcommand(program, 'completion', {
    about:
      'print the script with which your shell completes commands, subcommands and options of the command postrider; its first lines say where to put it',
    example: 'completion bash',
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .action((shell: keyof typeof shells, _: object, command: Command) =>
      withTerminal(command, async () => {
        const places = placesOf(await whole());
        const script = shells[shell](places);
        return { json: { shell, script }, text: script };
      }),
    );
}
