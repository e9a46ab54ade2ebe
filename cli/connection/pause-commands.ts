import type { Command } from 'commander';
import { nextCommand, subcommand } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';
import { authorOf } from './actor.ts';
import { inSession, type Session } from './session.ts';

/** The thing to pause, as the commands name it. */
interface Pausable {
  noun: 'key' | 'template';
  example: { id: string; note: string };
  /** Its option `--account`. */
  account: readonly [string, string];
  /** What the two commands do, for the help. */
  about: { pause: string; resume: string };
  /** The result's text is a sentence. */
  pause: (work: PauseWork & { note?: string | undefined }) => Promise<Result>;
  resume: (work: PauseWork) => Promise<Result>;
}

interface PauseWork extends Session {
  id: string;
  command: Command;
  /** Reads the name of the operator. */
  by: () => Promise<string>;
}

/** Adds `pause` and `resume` to the commands of a thing that can be paused. */
export function addPauseCommands(group: Command, thing: Pausable): void {
  const { noun, example, account, about } = thing;
  const add = (name: 'pause' | 'resume', options: string) =>
    subcommand(group, name, {
      about: about[name],
      example: `${noun} ${name} ${example.id}${options}`,
    }).argument(`<${noun}>`, `the ${noun}'s id`);
  const run = (
    command: Command,
    doing: string,
    id: string,
    work: (work: PauseWork) => Promise<Result>,
  ) =>
    inSession(command, `${doing} the ${noun}`, (session) =>
      work({ ...session, id, command, by: () => authorOf(session.ports) }),
    );

  add('pause', ` --note "${example.note}"`)
    .option(
      '--note <text>',
      'why, for the callers that are refused: one line of at most 200 characters',
    )
    .option(...account)
    .action((id: string, { note }: { note?: string }, command: Command) =>
      run(command, 'Pausing', id, async (work) => {
        const { json, text } = await thing.pause({ ...work, note });
        const resume = nextCommand(command, `${noun} resume ${id}`);
        return { json, text: `${text}\nTo resume it: ${resume}` };
      }),
    );
  add('resume', '')
    .option(...account)
    .action((id: string, _: object, command: Command) =>
      run(command, 'Resuming', id, thing.resume),
    );
}
