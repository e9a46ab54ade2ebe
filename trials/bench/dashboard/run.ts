import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { launchChromium } from '../../../test/browser/harness/chromium.ts';
import { startLocalService } from '../../harness/local-service.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { judgedKilobytes, type KeyCosts } from './report.ts';
import { htmlOf } from './template.ts';
import { Typist } from './typist.ts';

/** The last one is just below the service's limit of 512 KB. */
const sizes = [20, judgedKilobytes, 511];

/**
 * Types in the dashboard's editor in a real browser. Each round types in templates of all sizes. The first
 * round is not counted.
 */
export async function measureDashboard(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<KeyCosts[]> {
  progress.step('Starting the service');
  const { dashboardUrl } = await (await startLocalService([], stops)).deployment();
  if (!dashboardUrl) throw new Error('The stack has no dashboard');
  const browser = stops.add(await launchChromium(), (opened) => opened.close());
  const editors: { typist: Typist; costs: KeyCosts }[] = [];
  for (const kilobytes of sizes) {
    progress.step(`Opening the editor of a template of ${kilobytes} KB`);
    const typist = await Typist.open(browser, await saveTemplate(dashboardUrl, kilobytes));
    editors.push({
      typist,
      costs: { kilobytes, frames: [], slowFrames: [], previews: [], shifts: [] },
    });
  }
  for (let round = 0; round <= rounds; round++) {
    progress.step(`Typing, round ${round} of ${rounds}`);
    for (const { typist, costs } of editors) {
      const { frames, previews, shift } = await typist.write();
      if (round === 0) continue;
      costs.frames.push(median(frames));
      costs.slowFrames.push(quantile(frames, 0.95));
      costs.previews.push(median(previews));
      costs.shifts.push(shift);
    }
  }
  return editors.map(({ costs }) => costs);
}

/** Saves a template of this size, as the dashboard does. Returns the address of its editor. */
async function saveTemplate(dashboardUrl: string, kilobytes: number): Promise<string> {
  const id = `news-${kilobytes}`;
  const answer = await fetch(`${dashboardUrl}/manage/v1/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: id, subject: 'News', html: htmlOf(kilobytes) }),
  });
  if (answer.status !== 201) throw new Error(`The template was not saved: ${await answer.text()}`);
  return `${dashboardUrl}/templates/${id}`;
}
