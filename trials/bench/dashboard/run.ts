import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { launchChromium } from '../../../test/browser/harness/chromium.ts';
import { median } from '../rounds.ts';
import { saveTemplate, startService } from './service.ts';
import { Typist } from './typist.ts';

/** What keys cost in a template of one size: milliseconds, the median of each round. */
export interface KeyCosts {
  kilobytes: number;
  frames: number[];
  previews: number[];
}

/** The size that the goals are for, and what stands beside it. */
export const judgedKilobytes = 100;
const sizes = [20, judgedKilobytes, 400];

/**
 * Writes in the editor of a local run, in a real browser, in templates of several sizes; in each round
 * in every one of them. One round before the first is not counted.
 */
export async function measureDashboard(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<KeyCosts[]> {
  const dashboardUrl = await startService(progress, stops);
  const browser = stops.add(await launchChromium(), (opened) => opened.close());
  const lanes: { typist: Typist; costs: KeyCosts }[] = [];
  for (const kilobytes of sizes) {
    progress.step(`Opening the editor of a template of ${kilobytes} KB`);
    const typist = await Typist.open(browser, await saveTemplate(dashboardUrl, kilobytes));
    lanes.push({ typist, costs: { kilobytes, frames: [], previews: [] } });
  }
  for (let round = 0; round <= rounds; round++) {
    progress.step(`Writing, round ${round} of ${rounds}`);
    for (const { typist, costs } of lanes) {
      const { frames, previews } = await typist.write();
      if (round === 0) continue;
      costs.frames.push(median(frames));
      costs.previews.push(median(previews));
    }
  }
  return lanes.map(({ costs }) => costs);
}
