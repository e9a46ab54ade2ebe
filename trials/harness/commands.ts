import { type Command, Option } from 'commander';
import { wholeNumber } from '../../local/command-line.ts';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import type { Verdict } from './verdict.ts';

/** A command of `npm run bench` or `npm run fuzz`. `given` is what commander read for its options. */
export interface Trial {
  description: string;
  options: readonly Option[];
  run: (given: never, progress: Progress, stops: Stops) => Promise<Verdict>;
}

/** An option with a whole number. Its default is `usually`. */
export function numberOption(name: string, description: string, usually: number, least = 1) {
  const option = new Option(`--${name} <number>`, description).argParser(wholeNumber(least));
  return option.default(usually);
}

/** A command that was chosen on the command line, with its options. */
export type ChosenTrial = (progress: Progress, stops: Stops) => Promise<Verdict>;

/** Reads which command to run. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readCommand(
  program: Command,
  trials: Readonly<Record<string, Trial>>,
  argv: readonly string[],
): ChosenTrial {
  let chosen: ChosenTrial | undefined;
  program.allowExcessArguments(false).exitOverride();
  for (const [name, { description, options, run }] of Object.entries(trials)) {
    const command = program.command(name).description(description).allowExcessArguments(false);
    for (const option of options) command.addOption(option);
    command.action((given: unknown) => {
      chosen = (...rest) => run(given as never, ...rest);
    });
  }
  program.parse(argv, { from: 'user' });
  return chosen ?? program.error(`error: choose one of ${Object.keys(trials).join(', ')}`);
}
