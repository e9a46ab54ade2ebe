import { Command, Option } from 'commander';
import { wholeNumber } from '../../local/command-line.ts';
import { type Break, breaks } from './function/breaks.ts';

export const levels = ['function', 'service'] as const;

export interface SoakOptions {
  seed: number;
  sends: number;
  /** Environments of the function at a time. */
  environments: number;
  /** Only this part of the fault run; undefined: both. */
  only?: (typeof levels)[number] | undefined;
  /** What is broken on purpose; undefined: nothing. */
  break?: Break | undefined;
  /** Requests at once with one key, in place of the fault run; undefined: the fault run. */
  concurrent?: number | undefined;
  rounds: number;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): SoakOptions {
  return new Command('npm run soak --')
    .description('Sends mail while everything around it breaks, and counts what went wrong.')
    .option(
      '--seed <number>',
      'the run with this number meets the same faults again',
      wholeNumber(0),
      1,
    )
    .option('--sends <number>', 'sends through the function', wholeNumber(1), 1000)
    .option(
      '--environments <number>',
      'environments of the function at a time: fewer where the machine is busy',
      wholeNumber(1),
      16,
    )
    .addOption(new Option('--only <part>', 'only this part of the run').choices(levels))
    .addOption(new Option('--break <part>', 'break this on purpose: the run fails').choices(breaks))
    .option('--concurrent <number>', 'instead: requests at once with one key', wholeNumber(1))
    .option('--rounds <number>', 'keys that are tried so, one after the other', wholeNumber(1), 100)
    .allowExcessArguments(false)
    .exitOverride()
    .parse(argv, { from: 'user' })
    .opts<SoakOptions>();
}
