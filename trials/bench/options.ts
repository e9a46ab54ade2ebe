import { Command, Option } from 'commander';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
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
import { type GrowthOptions, measureGrowth } from './growth/run.ts';
import { memoryFindings } from './memory/report.ts';
import { measureMemory } from './memory/run.ts';
import { measureFirst } from './render/first.ts';
import { measureJoined } from './render/joined.ts';
import { measureLanguages } from './render/languages.ts';
import { measureRender } from './render/run.ts';
import { type SideBySide, sideBySideFindings } from './side-by-side.ts';
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

/** Declares a bench with its usual number of rounds, its measurement, its report, and further options. */
function bench<Given extends object, Result>(
  description: string,
  rounds: number,
  measure: (given: Given & Common, progress: Progress, stops: Stops) => Result | Promise<Result>,
  report: (result: Result) => Findings,
  ...options: readonly Option[]
) {
  const common = [
    new Option('--json', 'print one JSON document').default(false),
    new Option('--svg <file>', 'also draw the results as an SVG picture'),
    numberOption('rounds', 'rounds to measure', rounds),
  ];
  return trial(description, [...common, ...options], async (given: Given & Common, ...run) =>
    report(await measure(given, ...run)),
  );
}

const sideBySide = (title: string) => (measured: readonly SideBySide[]) =>
  sideBySideFindings(title, measured);

const benches = {
  render: bench(
    'renders a mail of 12 KB and one of 100 KB with a loop, beside other engines, and with a layout and a partial',
    101,
    async (given, progress) => [
      ...measureRender(given, progress),
      ...measureJoined(given, progress),
      await measureFirst(given, progress),
      await measureLanguages(given, progress),
    ],
    sideBySide('Rendering a mail'),
  ),
  text: bench(
    "makes a mail's plain text, beside converting its HTML",
    51,
    measureText,
    sideBySide("A mail's plain text"),
  ),
  verify: bench(
    'verifies addresses whose domains are known, beside packages that check only the format',
    51,
    measureVerify,
    sideBySide('Verifying an address'),
  ),
  cold: bench(
    'starts functions in fresh processes, beside a bare client',
    15,
    measureCold,
    coldFindings,
  ),
  api: bench(
    'puts the local service under load, beside a plain server with the same two reads',
    9,
    measureApi,
    apiFindings,
    numberOption('environments', 'environments of each function'),
    numberOption('renders', 'renderings while the memory is watched', 5000),
  ),
  memory: bench(
    'sends files through execute, in processes with the memory of the function',
    10,
    measureMemory,
    memoryFindings,
  ),
  growth: bench(
    'makes requests and lists with few templates and messages, and with many',
    15,
    async (given: GrowthOptions, progress, stops) => {
      const growth = growthFindings(await measureGrowth(given, progress, stops));
      const requests = requestFindings(await measureRequests(progress, stops));
      const text = `${growth.text}\n${requests.text}`;
      return { ...growth, cases: [...growth.cases, ...requests.cases], text };
    },
    (findings) => findings,
    numberOption('messages', 'messages in the largest table', 100_000),
  ),
  spread: bench(
    'counts the writes of sends under one partition key, by the number of parts of an account',
    1,
    (_, progress, stops) => measureSpread(1000, progress, stops),
    spreadFindings,
  ),
  dashboard: bench(
    'types in the editor in a real browser: from a key to the next frame and to the preview',
    9,
    measureDashboard,
    dashboardFindings,
  ),
  worst: bench(
    'times the most expensive requests that the limits allow',
    5,
    measureWorst,
    worstFindings,
  ),
  check: bench(
    'the short form for CI, which fails only if a ratio is far beyond its goal',
    11,
    measureCheck,
    checkFindings,
  ),
};

/** Reads the command line. Wrong usage throws a `CommanderError`; so does `--help`, with exit code 0. */
export function readOptions(argv: readonly string[]) {
  const description = 'Measures the service on this machine, beside its alternatives.';
  const program = new Command('npm run bench --').description(description);
  return readCommand(program, benches, argv) as Chosen<Findings> & { given: Common };
}
