import { Command, Option } from 'commander';
import { wholeNumber } from '../../local/command-line.ts';
import { type BreakName, breaks } from './breaks.ts';
import { type PartName, partNames } from './part.ts';

/** What `readOptions` read; the descriptions of the options say what each is. */
export interface SoakOptions {
  seed: number;
  sends: number;
  environments: number;
  only?: PartName;
  break?: BreakName;
  breaks?: true;
  concurrent?: number;
  rounds: number;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): SoakOptions {
  return new Command('npm run soak --')
    .description('Sends mail while everything around it breaks, and counts broken promises.')
    .option('--seed <number>', 'the same number draws the same faults', wholeNumber(0), 1)
    .option('--sends <number>', 'sends through the functions', wholeNumber(1), 1000)
    .option(
      '--environments <number>',
      'environments of execute, and of due; fewer on a busy machine',
      wholeNumber(1),
      16,
    )
    .addOption(new Option('--only <part>', 'run only this part').choices(partNames))
    .addOption(
      new Option('--break <part>', 'break this part, so that the run fails').choices(
        Object.keys(breaks),
      ),
    )
    .option('--breaks', 'instead: break each part in turn; fails unless it notices each')
    .option(
      '--concurrent <number>',
      'instead: send this many requests at once with one Idempotency-Key',
      wholeNumber(1),
    )
    .option(
      '--rounds <number>',
      'with --concurrent: how often, each time with a new key',
      wholeNumber(1),
      100,
    )
    .allowExcessArguments(false)
    .exitOverride()
    .parse(argv, { from: 'user' })
    .opts<SoakOptions>();
}
