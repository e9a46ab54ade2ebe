import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { apiBars, apiReport, apiText } from './api/report.ts';
import { measureApi } from './api/run.ts';
import { checkReport, checkText } from './check/report.ts';
import { measureCheck } from './check/run.ts';
import { coldBars, coldReport, coldText } from './cold/report.ts';
import { measureCold } from './cold/run.ts';
import { dashboardBars, dashboardReport, dashboardText } from './dashboard/report.ts';
import { measureDashboard } from './dashboard/run.ts';
import { growthBars, growthReport, growthText } from './growth/report.ts';
import { requestReport, requestText } from './growth/requests/report.ts';
import { measureRequests } from './growth/requests/run.ts';
import { measureGrowth } from './growth/run.ts';
import type { BenchOptions } from './options.ts';
import type { Bars } from './picture.ts';
import { measureFirst } from './render/first.ts';
import { measureRender } from './render/run.ts';
import {
  type SideBySide,
  sideBySideBars,
  sideBySideReport,
  sideBySideText,
} from './side-by-side.ts';
import { spreadReport, spreadText } from './spread/report.ts';
import { measureSpread } from './spread/run.ts';
import { measureText } from './text/run.ts';
import { measureVerify } from './verify/run.ts';
import { worstBars, worstReport, worstText } from './worst/report.ts';
import { measureWorst } from './worst/run.ts';

/** What a bench found: for a program, for a person, and whether its goals hold. */
export interface Findings {
  cases: readonly { name: string; holds: boolean | null }[];
  text: string;
  /** What `--svg` draws; a check has nothing to be drawn. */
  picture?: Bars;
}

/** Measures what the options name. */
export async function measure(
  options: BenchOptions,
  progress: Progress,
  stops: Stops,
): Promise<Findings> {
  switch (options.bench) {
    case 'render':
      return sideBySide('Rendering a mail', [
        ...measureRender(options, progress),
        await measureFirst(options, progress),
      ]);
    case 'dashboard': {
      const cases = dashboardReport(await measureDashboard(options, progress, stops));
      const axis = 'milliseconds, by the size of the template';
      const picture = { title: 'Writing in the editor', axis, bars: dashboardBars(cases) };
      return { cases, text: dashboardText(cases), picture };
    }
    case 'text':
      return sideBySide("A mail's plain text", measureText(options, progress));
    case 'verify':
      return sideBySide('Verifying an address', await measureVerify(options, progress));
    case 'cold': {
      const cases = coldReport(await measureCold(options, progress, stops));
      const axis = 'time, as a part of what a bundle with the DynamoDB client alone takes';
      return {
        cases,
        text: coldText(cases),
        picture: { title: 'A cold start', axis, bars: coldBars(cases) },
      };
    }
    case 'api': {
      const cases = apiReport(await measureApi(options, progress, stops));
      const axis = 'requests a second, beside a plain server that makes the same two reads';
      const picture = { title: 'The local service', axis, bars: apiBars(cases) };
      return { cases, text: apiText(cases), picture };
    }
    case 'growth': {
      const growth = growthReport(await measureGrowth(options, progress, stops));
      const requests = requestReport(await measureRequests(progress, stops));
      const axis = 'microseconds, by how much is stored';
      const picture = { title: 'Growth', axis, bars: growthBars(growth) };
      const text = `${growthText(growth)}\n${requestText(requests)}`;
      return { cases: [...growth, ...requests], text, picture };
    }
    case 'spread': {
      const cases = spreadReport(await measureSpread(options, progress, stops));
      return { cases, text: spreadText(cases) };
    }
    case 'worst': {
      const cases = worstReport(await measureWorst(options, progress));
      const axis = 'milliseconds of the first time';
      const picture = { title: 'The most that can be asked', axis, bars: worstBars(cases) };
      return { cases, text: worstText(cases), picture };
    }
    case 'check': {
      const cases = checkReport(await measureCheck(options, progress));
      return { cases, text: checkText(cases) };
    }
  }
}

function sideBySide(title: string, measured: readonly SideBySide[]): Findings {
  const cases = measured.map(sideBySideReport);
  const axis = "time, in times of postrider's own";
  return {
    cases,
    text: sideBySideText(cases),
    picture: { title, axis, bars: sideBySideBars(cases) },
  };
}
