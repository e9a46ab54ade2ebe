import { optionsOrExit, untilDone } from '../../local/command-line.ts';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';

/** The text that a run prints, and whether everything held. */
export interface Verdict {
  text: string;
  held: boolean;
}

/** Reads the command line, runs, and prints. Exit codes: 0 everything held, 1 something did not, 2 wrong usage. */
export async function runAndExit<Options>(
  readOptions: (argv: readonly string[]) => Options,
  run: (options: Options, progress: Progress, stops: Stops) => Promise<Verdict>,
): Promise<never> {
  const options = optionsOrExit(readOptions);
  const { text, held } = await untilDone((progress, stops) => run(options, progress, stops));
  process.stdout.write(text);
  process.exit(held ? 0 : 1);
}
