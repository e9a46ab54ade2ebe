import { Command, Option } from 'commander';
import { type Endpoint, routes } from '../../lib/routes.ts';
import { wholeNumber } from '../../local/command-line.ts';

interface Common {
  /** How many cases. */
  runs: number;
  /** The run with this number meets the same cases again. */
  seed: number;
}

/** What is to be tried. */
export type FuzzOptions =
  | ({ what: 'requests'; endpoint?: Endpoint } & Common)
  | ({ what: 'addresses' } & Common)
  | ({ what: 'templates'; browser?: true; folder?: string } & Common)
  | ({ what: 'flows' } & Common)
  | ({ what: 'keys' } & Common)
  | { what: 'load'; environments?: number; rate: number; seconds: number };

const endpoints = Object.keys(routes) as Endpoint[];

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): FuzzOptions {
  let read: FuzzOptions | undefined;
  const choose = (options: FuzzOptions) => {
    read = options;
  };
  const program = new Command('npm run fuzz --')
    .description('Tries the service with what nobody would send, and looks at what must never be.')
    .allowExcessArguments(false)
    .exitOverride();
  const add = (name: string, description: string) =>
    program.command(name).description(description).allowExcessArguments(false);
  const addRuns = (name: string, description: string, runs: number) =>
    add(name, description)
      .option('--runs <number>', 'cases', wholeNumber(1), runs)
      .option(
        '--seed <number>',
        'the run with this number meets the same again',
        wholeNumber(0),
        1,
      );
  addRuns('requests', 'whole requests to the local run, so many to each endpoint', 2000)
    .addOption(new Option('--endpoint <name>', 'only to this one').choices(endpoints))
    .action((options: Common & { endpoint?: Endpoint }) =>
      choose({ what: 'requests', ...options }),
    );
  addRuns(
    'addresses',
    'recipients as SES is told them, beside a grammar of their own',
    20_000,
  ).action((options: Common) => choose({ what: 'addresses', ...options }));
  addRuns(
    'templates',
    'templates that somebody broke on purpose, so many for each sentence',
    20_000,
  )
    .option('--browser', 'reads so many of their mails in Chromium instead')
    .addOption(
      new Option('--folder <path>', 'reads the HTML files there instead').conflicts('browser'),
    )
    .action((options: Common & { browser?: true; folder?: string }) =>
      choose({ what: 'templates', ...options }),
    );
  addRuns('flows', 'flows and patterns that somebody broke on purpose, likewise', 20_000).action(
    (options: Common) => choose({ what: 'flows', ...options }),
  );
  addRuns('keys', 'sends while their key is revoked', 1000).action((options: Common) =>
    choose({ what: 'keys', ...options }),
  );
  add('load', 'sends at a rate, then ten times what one account may send')
    .option('--rate <number>', 'sends a second', wholeNumber(1), 60)
    .option('--seconds <number>', 'for how long', wholeNumber(1), 60)
    .option('--environments <number>', 'environments of one function at a time', wholeNumber(1))
    .action((options: { rate: number; seconds: number; environments?: number }) =>
      choose({ what: 'load', ...options }),
    );
  program.parse(argv, { from: 'user' });
  return read ?? program.error('error: say what to try');
}
