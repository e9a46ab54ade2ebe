import { type Command, Option } from 'commander';
import { wholeNumber } from '../../local/command-line.ts';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';

/** A command of `npm run bench` or `npm run fuzz`. `given` is what commander read for its options. */
export interface Trial<Result> {
  description: string;
  options: readonly Option[];
  run: (given: never, progress: Progress, stops: Stops) => Promise<Result>;
}

/** An option with a whole number. Default: `fallback`, or undefined without a fallback. */
export function numberOption(name: string, description: string, fallback?: number, least = 1) {
  const option = new Option(`--${name} <number>`, description).argParser(wholeNumber(least));
  return fallback === undefined ? option : option.default(fallback);
}

/** A command that was chosen on the command line, with its options. */
export type ChosenTrial<Result> = (progress: Progress, stops: Stops) => Promise<Result>;

/** Reads which command to run. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readCommand<Result>(
  program: Command,
  trials: Readonly<Record<string, Trial<Result>>>,
  argv: readonly string[],
): ChosenTrial<Result> {
  let chosen: ChosenTrial<Result> | undefined;
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
