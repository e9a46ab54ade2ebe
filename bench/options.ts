import { Command, InvalidArgumentError } from 'commander';

/** What is to be measured; `json` prints a document in place of a table. */
export interface BenchOptions {
  bench: 'growth';
  json: boolean;
  messages: number;
  templates: number;
  rounds: number;
}

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): BenchOptions {
  let read: BenchOptions | undefined;
  const program = new Command('npm run bench --')
    .description('Measures the service on this machine.')
    .allowExcessArguments(false)
    .exitOverride();
  program
    .command('growth')
    .description('what requests and lists cost at few templates and messages, and at many')
    .option('--json', 'print one JSON document', false)
    .option('--messages <number>', 'the most messages', whole, 100_000)
    .option('--templates <number>', 'the most templates', whole, 10_000)
    .option('--rounds <number>', 'rounds of timing', whole, 15)
    .allowExcessArguments(false)
    .action((options: Omit<BenchOptions, 'bench'>) => {
      read = { bench: 'growth', ...options };
    });
  program.parse(argv, { from: 'user' });
  return read ?? program.error('error: say what to measure');
}

function whole(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1) return value;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
