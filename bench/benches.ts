import type { Progress } from '../local/progress.ts';
import type { Stops } from '../local/stops.ts';
import { apiReport, apiText } from './api/report.ts';
import { measureApi } from './api/run.ts';
import { coldReport, coldText } from './cold/report.ts';
import { measureCold } from './cold/run.ts';
import { dashboardReport, dashboardText } from './dashboard/report.ts';
import { measureDashboard } from './dashboard/run.ts';
import { growthReport, growthText } from './growth/report.ts';
import { measureGrowth } from './growth/run.ts';
import type { BenchOptions } from './options.ts';
import { measureRender } from './render/run.ts';
import { type SideBySide, sideBySideReport, sideBySideText } from './side-by-side.ts';
import { measureText } from './text/run.ts';
import { measureVerify } from './verify/run.ts';

/** What a bench found: for a program, for a person, and whether its goals hold. */
export interface Findings {
  cases: readonly { name: string; holds: boolean | null }[];
  text: string;
}

/** Measures what the options name. */
export async function measure(
  options: BenchOptions,
  progress: Progress,
  stops: Stops,
): Promise<Findings> {
  switch (options.bench) {
    case 'render':
      return sideBySide(measureRender(options, progress));
    case 'dashboard': {
      const cases = dashboardReport(await measureDashboard(options, progress, stops));
      return { cases, text: dashboardText(cases) };
    }
    case 'text':
      return sideBySide(measureText(options, progress));
    case 'verify':
      return sideBySide(await measureVerify(options, progress));
    case 'cold': {
      const cases = coldReport(await measureCold(options, progress, stops));
      return { cases, text: coldText(cases) };
    }
    case 'api': {
      const cases = apiReport(await measureApi(options, progress, stops));
      return { cases, text: apiText(cases) };
    }
    case 'growth': {
      const cases = growthReport(await measureGrowth(options, progress, stops));
      return { cases, text: growthText(cases) };
    }
  }
}

function sideBySide(measured: readonly SideBySide[]): Findings {
  const cases = measured.map(sideBySideReport);
  return { cases, text: sideBySideText(cases) };
}
