/** The entry of `npm run bench`. */
import { Command, Option } from 'commander';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { numberOption, readCommand, trial } from '../harness/commands.ts';
import { runAndExit, type Verdict } from '../harness/verdict.ts';
import { measureApi } from './api.ts';
import { measureCheck } from './check.ts';
import { measureCold } from './cold.ts';
import { measureDashboard } from './dashboard.ts';
import { measureRequests, requestRow } from './growth/requests.ts';
import { type GrowthOptions, growthRows, measureGrowth } from './growth/run.ts';
import { measureSpread, spreadRow } from './growth/spread.ts';
import { measureMemory } from './memory.ts';
import { measureFirst, measureJoined, measureRender } from './render.ts';
import { sideBySideRows } from './rounds.ts';
import { printRows, type Row } from './rows.ts';
import { measureText } from './text.ts';
import { measureVerify } from './verify.ts';
import { measureWorst } from './worst.ts';

/** The options of every bench. */
interface Common {
  /** Prints a JSON document instead of tables. */
  json: boolean;
  rounds: number;
}

/** Declares a bench with its usual number of rounds, its measurement and further options. `measure` returns tables. */
function bench<Given extends object>(
  description: string,
  rounds: number,
  measure: (given: Given & Common, progress: Progress, stops: Stops) => Promise<Row[][]>,
  ...options: readonly Option[]
) {
  const common = [
    new Option('--json', 'print one JSON document').default(false),
    numberOption('rounds', 'rounds to measure', rounds),
  ];
  const run = async (given: Given & Common, progress: Progress, stops: Stops): Promise<Verdict> => {
    const tables = await measure(given, progress, stops);
    const cases = tables.flat();
    const text = given.json ? `${JSON.stringify({ cases })}\n` : tables.map(printRows).join('\n');
    return { text, held: cases.every(({ holds }) => holds !== false) };
  };
  return trial(description, [...common, ...options], run);
}

const benches = {
  render: bench(
    'renders a mail of 12 KB and one of 100 KB with a loop, beside other engines, and with a layout and a partial',
    101,
    async (given, progress) => {
      const measured = [...measureRender(given, progress), ...measureJoined(given, progress)];
      return [...measured, await measureFirst(given, progress)].map((each) => sideBySideRows(each));
    },
  ),
  text: bench(
    "makes a mail's plain text, beside converting its HTML",
    51,
    async (given, progress) => measureText(given, progress).map((each) => sideBySideRows(each)),
  ),
  verify: bench(
    'verifies addresses whose domains are known, beside packages that check only the format',
    51,
    async (given, progress) =>
      (await measureVerify(given, progress)).map((each) => sideBySideRows(each)),
  ),
  cold: bench('starts functions in fresh processes, beside a bare client', 15, async (...given) => [
    await measureCold(...given),
  ]),
  api: bench(
    'puts the local service under load, beside a plain server with the same two reads',
    9,
    async (given: { environments?: number; renders: number } & Common, ...run) => [
      await measureApi(given, ...run),
    ],
    numberOption('environments', 'environments of each function'),
    numberOption('renders', 'renderings while the memory is watched', 5000),
  ),
  memory: bench(
    'sends files through execute, in processes with the memory of the function',
    10,
    async (...given) => [await measureMemory(...given)],
  ),
  growth: bench(
    'makes requests and lists with few templates and messages, and with many',
    15,
    async (given: GrowthOptions & Common, progress, stops) => [
      (await measureGrowth(given, progress, stops)).flatMap(growthRows),
      (await measureRequests(progress, stops)).map(requestRow),
    ],
    numberOption('messages', 'messages in the largest table', 100_000),
  ),
  spread: bench(
    'counts the writes of sends under one partition key, by the number of parts of an account',
    1,
    async (_, ...run) => [(await measureSpread(1000, ...run)).map(spreadRow)],
  ),
  dashboard: bench(
    'types in the editor in a real browser: from a key to the next frame and to the preview',
    9,
    async (...given) => [await measureDashboard(...given)],
  ),
  worst: bench(
    'times the most expensive requests that the limits allow',
    5,
    async (given, progress) => [await measureWorst(given, progress)],
  ),
  check: bench(
    'the short form for CI, which fails only if a ratio is far beyond its goal',
    11,
    async (given, progress) => [await measureCheck(given, progress)],
  ),
};

const description = 'Measures the service on this machine, beside its alternatives.';
const program = new Command('npm run bench --').description(description);
await runAndExit(
  (argv) => readCommand(program, benches, argv),
  ({ run }, progress, stops) => run(progress, stops),
);
