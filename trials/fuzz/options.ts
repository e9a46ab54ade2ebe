import { Command, Option } from 'commander';
import { endpoints } from '../../lib/routes.ts';
import { type ChosenTrial, numberOption, readCommand, type Trial } from '../harness/commands.ts';
import type { Runs } from './property-run.ts';
import type { RequestOptions } from './requests/run.ts';

const runsAndSeed = (runs: number) => [
  numberOption('runs', 'cases', runs),
  numberOption('seed', 'the same number draws the same cases', 1, 0),
];

/** Each kind's code is loaded only when it is chosen. */
const kinds: Readonly<Record<string, Trial>> = {
  requests: {
    description: 'sends hostile requests to the local run (--runs: to each endpoint)',
    options: [
      ...runsAndSeed(2000),
      new Option('--endpoint <name>', 'only to this endpoint').choices(endpoints),
    ],
    run: async (given: RequestOptions, ...rest) =>
      (await import('./requests/run.ts')).tryRequests(given, ...rest),
  },
  addresses: {
    description: 'compares the recipients that SES gets with the grammar that made them',
    options: runsAndSeed(20_000),
    run: async (given: Runs, ...rest) =>
      (await import('./addresses/run.ts')).tryAddresses(given, ...rest),
  },
  templates: {
    description: 'tries hostile templates and values (--runs: for each property)',
    options: [
      ...runsAndSeed(20_000),
      new Option('--browser', 'instead: read their mails in Chromium (--runs: mails)'),
      new Option('--folder <path>', 'instead: check the HTML files in it').conflicts('browser'),
      new Option(
        '--growth',
        'instead: compare the time to save a source and one of four times its size',
      ),
    ],
    run: async (given: Runs & { browser?: true; folder?: string; growth?: true }, ...rest) => {
      if (given.folder !== undefined) {
        return (await import('./templates/folder.ts')).checkFolder(given.folder);
      }
      if (given.growth) return (await import('./templates/growth.ts')).tryGrowth(rest[0]);
      if (given.browser) {
        return (await import('./templates/browser/run.ts')).tryInBrowser(given, ...rest);
      }
      return (await import('./templates/properties.ts')).tryTemplates(given, rest[0]);
    },
  },
  flows: {
    description: 'tries hostile flows and patterns (--runs: for each property)',
    options: runsAndSeed(20_000),
    run: async (given: Runs, progress) =>
      (await import('./flows/properties.ts')).tryFlows(given, progress),
  },
  keys: {
    description: 'revokes API keys while they send',
    options: runsAndSeed(1000),
    run: async (given: Runs, ...rest) => (await import('./keys/run.ts')).tryKeys(given, ...rest),
  },
};

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): ChosenTrial {
  const description = 'Tries the service with hostile input, and checks what must never happen.';
  return readCommand(new Command('npm run fuzz --').description(description), kinds, argv);
}
