import { Command, Option } from 'commander';
import { type Chosen, numberOption, readCommand, trial } from '../harness/commands.ts';
import { apiFindings } from './api/report.ts';
import { measureApi } from './api/run.ts';
import { checkFindings } from './check/report.ts';
import { measureCheck } from './check/run.ts';
import { coldFindings } from './cold/report.ts';
import { measureCold } from './cold/run.ts';
import { dashboardFindings } from './dashboard/report.ts';
import { measureDashboard } from './dashboard/run.ts';
import type { Findings } from './findings.ts';
import { growthFindings } from './growth/report.ts';
import { measureRequests, requestFindings } from './growth/requests/run.ts';
import { measureGrowth } from './growth/run.ts';
import { measureFirst } from './render/first.ts';
import { measureRender } from './render/run.ts';
import { sideBySideFindings } from './side-by-side.ts';
import { spreadFindings } from './spread/report.ts';
import { measureSpread } from './spread/run.ts';
import { measureText } from './text/run.ts';
import { measureVerify } from './verify/run.ts';
import { worstFindings } from './worst/report.ts';
import { measureWorst } from './worst/run.ts';

/** The options of every bench. */
interface Common {
  /** Prints a JSON document in place of a table. */
  json: boolean;
  /** The file to draw a picture into; undefined: none is drawn. */
  svg?: string;
  rounds: number;
}

type Measure<Given> = Parameters<typeof trial<Given, Findings>>[2];

/** Declares a bench with its usual number of rounds, and options of its own. */
function bench<Given = unknown>(
  description: string,
  rounds: number,
  measure: Measure<Given & Common>,
  ...options: readonly Option[]
) {
  const common = [
    new Option('--json', 'print one JSON document').default(false),
    new Option('--svg <file>', 'draw a picture of it as well'),
    numberOption('rounds', 'rounds of timing', rounds),
  ];
  return trial(description, [...common, ...options], measure);
}

const benches = {
  render: bench(
    'a mail of 12 KB and one of 100 KB with a loop, beside other engines',
    101,
    async (given, progress) =>
      sideBySideFindings('Rendering a mail', [
        ...measureRender(given, progress),
        await measureFirst(given, progress),
      ]),
  ),
  text: bench("a mail's plain text, beside converting its HTML", 51, async (given, progress) =>
    sideBySideFindings("A mail's plain text", measureText(given, progress)),
  ),
  verify: bench(
    'an address whose domain is known, beside checks of the format',
    51,
    async (given, progress) =>
      sideBySideFindings('Verifying an address', await measureVerify(given, progress)),
  ),
  cold: bench('the functions in fresh processes, beside a bare client', 15, async (...run) =>
    coldFindings(await measureCold(...run)),
  ),
  api: bench(
    'the local service under load, beside a plain server with the same two reads',
    9,
    async (given: { environments?: number; renders: number } & Common, progress, stops) =>
      apiFindings(await measureApi(given, progress, stops)),
    numberOption('environments', 'environments of one function'),
    numberOption('renders', 'renderings over which the memory is watched', 5000),
  ),
  growth: bench(
    'requests and lists with few templates and messages, and with many',
    15,
    async (given: { messages: number } & Common, progress, stops) => {
      const growth = growthFindings(await measureGrowth(given, progress, stops));
      const requests = requestFindings(await measureRequests(progress, stops));
      const text = `${growth.text}\n${requests.text}`;
      return { ...growth, cases: [...growth.cases, ...requests.cases], text };
    },
    numberOption('messages', 'the most messages', 100_000),
  ),
  spread: bench(
    'the writes of sends under one partition key, by the number of parts',
    1,
    async (_, progress, stops) => spreadFindings(await measureSpread(1000, progress, stops)),
  ),
  dashboard: bench(
    'keys in the editor, in a real browser: to the next frame, to the preview',
    9,
    async (...run) => dashboardFindings(await measureDashboard(...run)),
  ),
  worst: bench(
    'the most that a hostile request can ask of each part, and its limit',
    5,
    async (given, progress) => worstFindings(await measureWorst(given, progress)),
  ),
  check: bench(
    'the short form for CI: only ratios, and only those far from their goals fail',
    11,
    async (given, progress) => checkFindings(await measureCheck(given, progress)),
  ),
};

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]) {
  const description = 'Measures the service on this machine, beside its alternatives.';
  const program = new Command('npm run bench --').description(description);
  return readCommand(program, benches, argv) as Chosen<Findings> & { given: Common };
}
