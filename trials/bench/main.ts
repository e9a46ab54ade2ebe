/** The entry of `npm run bench`. */
import { Command } from 'commander';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { numberOption, readCommand, type Trial } from '../harness/commands.ts';
import { runAndExit } from '../harness/verdict.ts';
import { measureCheck } from './check.ts';
import { measureCold } from './cold.ts';
import { measureDashboard } from './dashboard.ts';
import { measureRequests, requestRow } from './growth/requests.ts';
import { growthRows, measureGrowth } from './growth/run.ts';
import { printRows, type Row } from './rows.ts';

/** Declares a bench with one option, a number. `measure` returns tables. */
function bench<Name extends string>(
  description: string,
  option: { name: Name; description: string; usually: number },
  measure: (given: Record<Name, number>, progress: Progress, stops: Stops) => Promise<Row[][]>,
): Trial {
  const options = [numberOption(option.name, option.description, option.usually)];
  const run = async (given: Record<Name, number>, progress: Progress, stops: Stops) => {
    const tables = await measure(given, progress, stops);
    const held = tables.flat().every(({ holds }) => holds !== false);
    return { text: tables.map(printRows).join('\n'), held };
  };
  return { description, options, run };
}

const rounds = (usually: number) =>
  ({ name: 'rounds', description: 'rounds to measure', usually }) as const;

const benches = {
  check: bench(
    'renders two mails beside other engines, makes their plain text, and measures the heap of a cached template',
    rounds(11),
    async (given, progress) => [await measureCheck(given, progress)],
  ),
  cold: bench(
    'starts functions in fresh processes, beside a bare client',
    rounds(15),
    async (...given) => [await measureCold(...given)],
  ),
  dashboard: bench(
    'types in the editor in a real browser: from a key to the next frame and to the preview',
    rounds(9),
    async (...given) => [await measureDashboard(...given)],
  ),
  growth: bench(
    'makes requests and lists with few templates and messages, and with many',
    { name: 'messages', description: 'messages in the largest table', usually: 100_000 },
    async (given, progress, stops) => [
      (await measureGrowth(given, progress, stops)).flatMap(growthRows),
      (await measureRequests(progress, stops)).map(requestRow),
    ],
  ),
};

const description = 'Measures the service on this machine, beside its alternatives.';
const program = new Command('npm run bench --').description(description);
await runAndExit(
  (argv) => readCommand(program, benches, argv),
  (run, progress, stops) => run(progress, stops),
);
