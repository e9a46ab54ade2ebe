import { Argument, Command } from 'commander';
import { wholeNumber } from '../../local/command-line.ts';
import { type AreaName, areas } from './areas.ts';

export interface MutationOptions {
  /** The areas to mutate, one after the other. */
  areas: readonly AreaName[];
  /** Test runners at the same time. */
  concurrency: number;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): MutationOptions {
  const names = Object.keys(areas) as AreaName[];
  const program = new Command('npm run mutation --')
    .description('Changes the code in small ways, and counts the changes that no test notices.')
    .addArgument(new Argument('[areas...]', 'default: all').choices(names))
    .option('--concurrency <number>', 'test runners at the same time', wholeNumber(1), 2)
    .exitOverride()
    .parse(argv, { from: 'user' });
  const [chosen = []] = program.processedArgs as [AreaName[]?];
  const { concurrency } = program.opts<{ concurrency: number }>();
  return { areas: chosen.length > 0 ? chosen : names, concurrency };
}
