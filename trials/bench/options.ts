import { Command } from 'commander';
import { wholeNumber } from '../../local/command-line.ts';

/** What the options of every bench have. */
interface Common {
  /** Prints a document in place of a table. */
  json: boolean;
  /** The file to draw a picture into; undefined: none is drawn. */
  svg?: string | undefined;
  rounds: number;
}

/** What is to be measured. */
export type BenchOptions =
  | ({ bench: 'render' | 'text' | 'verify' | 'cold' | 'dashboard' | 'worst' } & Common)
  | ({ bench: 'check' } & Common)
  | ({ bench: 'api'; environments?: number | undefined; renders: number } & Common)
  | ({ bench: 'growth'; messages: number; templates: number } & Common)
  | ({ bench: 'spread'; mails: number } & Common);

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): BenchOptions {
  let read: BenchOptions | undefined;
  const choose = (options: BenchOptions) => {
    read = options;
  };
  const program = new Command('npm run bench --')
    .description('Measures the service on this machine, beside what somebody would pick otherwise.')
    .allowExcessArguments(false)
    .exitOverride();
  const add = (name: string, description: string, rounds: number) =>
    program
      .command(name)
      .description(description)
      .option('--json', 'print one JSON document', false)
      .option('--svg <file>', 'draw a picture of it as well')
      .option('--rounds <number>', 'rounds of timing', wholeNumber(1), rounds)
      .allowExcessArguments(false);
  add('render', 'a mail of 12 KB and one of 100 KB with a loop, beside other engines', 101).action(
    (options: Common) => choose({ bench: 'render', ...options }),
  );
  add('text', "a mail's plain text, beside converting its HTML", 51).action((options: Common) =>
    choose({ bench: 'text', ...options }),
  );
  add('verify', 'an address whose domain is known, beside checks of the format', 51).action(
    (options: Common) => choose({ bench: 'verify', ...options }),
  );
  add('cold', 'the functions in fresh processes, beside a bare client', 15).action(
    (options: Common) => choose({ bench: 'cold', ...options }),
  );
  add('api', 'the local service under load, beside a plain server with the same two reads', 9)
    .option('--environments <number>', 'environments of one function at a time', wholeNumber(1))
    .option(
      '--renders <number>',
      'renderings over which the memory is watched',
      wholeNumber(1),
      5000,
    )
    .action((options: Common & { environments?: number; renders: number }) =>
      choose({ bench: 'api', ...options }),
    );
  add('growth', 'requests and lists at few templates and messages, and at many', 15)
    .option('--messages <number>', 'the most messages', wholeNumber(1), 100_000)
    .option('--templates <number>', 'the most templates', wholeNumber(1), 10_000)
    .action((options: Common & { messages: number; templates: number }) =>
      choose({ bench: 'growth', ...options }),
    );
  add('spread', 'what sends write under one partition key, by the number of parts', 1)
    .option('--mails <number>', 'mails of each account', wholeNumber(1), 1000)
    .action((options: Common & { mails: number }) => choose({ bench: 'spread', ...options }));
  add(
    'dashboard',
    'writing in the editor, in a real browser: to the frame, to the preview',
    9,
  ).action((options: Common) => choose({ bench: 'dashboard', ...options }));
  add('worst', 'the most that an enemy can ask of each part, and what ends it', 5).action(
    (options: Common) => choose({ bench: 'worst', ...options }),
  );
  add('check', 'the short form of a gate: ratios alone, far from their goals', 11).action(
    (options: Common) => choose({ bench: 'check', ...options }),
  );
  program.parse(argv, { from: 'user' });
  return read ?? program.error('error: say what to measure');
}
