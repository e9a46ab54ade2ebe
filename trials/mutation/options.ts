import { Command, InvalidArgumentError } from 'commander';
import { type AreaName, areas } from './areas.ts';

export interface MutationOptions {
  /** Which parts to mutate, one after the other. */
  areas: readonly AreaName[];
  /** Test runners at the same time. */
  concurrency: number;
}

const names = Object.keys(areas).filter(isArea);

function isArea(name: string): name is AreaName {
  return Object.hasOwn(areas, name);
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): MutationOptions {
  const program = new Command('npm run mutation --')
    .description('Changes the code in small ways, and counts the changes that no test notices.')
    .argument('[areas...]', `${names.join(', ')} (default: all, one after the other)`, addArea)
    .option('--concurrency <number>', 'test runners at the same time', whole, 2)
    .exitOverride();
  program.parse(argv, { from: 'user' });
  const chosen: AreaName[] | undefined = program.processedArgs[0];
  return { areas: chosen?.length ? chosen : names, ...program.opts<{ concurrency: number }>() };
}

function addArea(name: string, before: AreaName[] = []): AreaName[] {
  if (!isArea(name)) throw new InvalidArgumentError(`one of ${names.join(', ')}`);
  return [...before, name];
}

function whole(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('a number from 1 to 99');
  return Number(text);
}
