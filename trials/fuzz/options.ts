import { Command, Option } from 'commander';
import { routes } from '../../lib/routes.ts';
import { type Chosen, numberOption, readCommand, trial } from '../harness/commands.ts';
import type { Verdict } from '../harness/verdict.ts';
import { tryAddresses } from './addresses/run.ts';
import { flowProperties } from './flows/properties.ts';
import { tryKeys } from './keys/run.ts';
import { tryLoad } from './load/run.ts';
import { type Runs, tryProperties } from './property-run.ts';
import { tryRequests } from './requests/run.ts';
import { tryInBrowser } from './templates/browser/run.ts';
import { checkFolder } from './templates/folder/run.ts';
import { templateProperties } from './templates/properties.ts';

const runsAndSeed = (runs: number) => [
  numberOption('runs', 'cases', runs),
  numberOption('seed', 'a run with the same number meets the same cases', 1, 0),
];

const kinds = {
  requests: trial(
    'whole requests to the local run, so many to each endpoint',
    [
      ...runsAndSeed(2000),
      new Option('--endpoint <name>', 'only to this one').choices(Object.keys(routes)),
    ],
    tryRequests,
  ),
  addresses: trial(
    'compares the recipients that SES gets with the grammar that made them',
    runsAndSeed(20_000),
    tryAddresses,
  ),
  templates: trial(
    'hostile templates and values, so many for each property',
    [
      ...runsAndSeed(20_000),
      new Option('--browser', 'reads so many of their mails in Chromium instead'),
      new Option('--folder <path>', 'checks the HTML files there instead').conflicts('browser'),
    ],
    async (given: Runs & { browser?: true; folder?: string }, progress, stops) => {
      if (given.folder !== undefined) return checkFolder(given.folder);
      if (given.browser) return tryInBrowser(given, progress, stops);
      return tryProperties(templateProperties, given, progress);
    },
  ),
  flows: trial(
    'hostile flows and patterns, so many for each property',
    runsAndSeed(20_000),
    (given: Runs, progress) => tryProperties(flowProperties, given, progress),
  ),
  keys: trial('sends while their key is revoked', runsAndSeed(1000), tryKeys),
  load: trial(
    'sends at a rate, then ten times what one account may send',
    [
      numberOption('rate', 'sends a second', 60),
      numberOption('seconds', 'for how long', 60),
      numberOption('environments', 'environments of one function'),
    ],
    tryLoad,
  ),
};

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]): Chosen<Verdict> {
  const description = 'Tries the service with hostile input, and checks what must never happen.';
  return readCommand(new Command('npm run fuzz --').description(description), kinds, argv);
}
