import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { launchChromium } from '../../test/browser/harness/chromium.ts';
import { patienceMs } from '../../test/patience.ts';
import { startLocalService } from '../harness/local-service.ts';
import { median, quantile, spread } from '../harness/statistics.ts';
import { judge, percent, type Row, ratiosOf } from './rows.ts';

/** To the next frame, for each round: the median of its keys, and the time that 5 % of them exceed. */
interface FrameCosts {
  frames: number[];
  slowFrames: number[];
}

/** Milliseconds that a keystroke takes in a template of one size, for each round. */
export interface KeyCosts extends FrameCosts {
  kilobytes: number;
  /** The same keys in a bare CodeMirror with the same source, in turns. */
  bare: FrameCosts;
  /** To the preview: the median. */
  previews: number[];
  /** How far the parts of the page moved: the sum of the layout shifts. */
  shifts: number[];
}

/**
 * The default of Chrome for desktops, and not of a headless shell: the preview's sandboxed frame has its own process.
 * https://www.chromium.org/Home/chromium-security/site-isolation
 */
const asOnDesktops = ['--site-per-process'];

/** The size of the template that the goals are for. */
const judgedKilobytes = 100;

/** The last one is just below the service's limit of 512 KB. */
const sizes = [20, judgedKilobytes, 511];

/** A display draws a frame each 16 ms, and two frames feel immediate. A preview within 250 ms seems to follow the typing. */
const goals = [
  { figure: 'frames', name: 'a key to the next frame', atMost: 16 },
  { figure: 'slowFrames', name: 'the same, slowest 5 %', atMost: 32 },
  { figure: 'previews', name: 'a key to its preview', atMost: 250 },
] as const;

/** How much longer a key may take to its frame than in a bare CodeMirror. Ratios hold on a busy machine, too. */
const ratioGoals = [
  { figure: 'frames', name: 'a key to the next frame', atMost: 1.3 },
  { figure: 'slowFrames', name: 'the same, slowest 5 %', atMost: 1.5 },
] as const;

/** Types in the dashboard's editor and in a bare CodeMirror in a real browser, in templates of all sizes. The first round is not counted. */
export async function measureDashboard(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<Row[]> {
  progress.step('Starting the service');
  const { dashboardUrl } = await (await startLocalService([], stops)).deployment();
  if (!dashboardUrl) throw new Error('The stack has no dashboard');
  const browser = stops.add(await launchChromium(asOnDesktops), (opened) => opened.close());
  const editors: Awaited<ReturnType<typeof openBoth>>[] = [];
  for (const kilobytes of sizes) {
    progress.step(`Opening the editor of a template of ${kilobytes} KB`);
    editors.push(await openBoth(browser, dashboardUrl, kilobytes));
  }
  for (let round = 0; round <= rounds; round++) {
    progress.step(`Typing, round ${round} of ${rounds}`);
    for (const { type, typeBare, costs } of editors) {
      const { frames, previews, shift } = await type();
      const bare = await typeBare();
      if (round === 0) continue;
      addFrames(costs, frames);
      addFrames(costs.bare, bare.frames);
      costs.previews.push(median(previews));
      costs.shifts.push(shift);
    }
  }
  return keyRows(editors.map(({ costs }) => costs));
}

async function openBoth(browser: Browser, dashboardUrl: string, kilobytes: number) {
  const type = await openEditor(browser, await saveTemplate(dashboardUrl, kilobytes));
  const typeBare = await openBare(browser, kilobytes);
  const bare: FrameCosts = { frames: [], slowFrames: [] };
  const costs: KeyCosts = {
    ...{ kilobytes, bare },
    ...{ frames: [], slowFrames: [], previews: [], shifts: [] },
  };
  return { type, typeBare, costs };
}

function addFrames(costs: FrameCosts, frames: readonly number[]): void {
  costs.frames.push(median(frames));
  costs.slowFrames.push(quantile(frames, 0.95));
}

export function keyRows(all: readonly KeyCosts[]): Row[] {
  const rows = all.flatMap((costs) =>
    goals.map(({ figure, name, atMost }): Row => {
      const ms = costs[figure];
      const isJudged = costs.kilobytes === judgedKilobytes;
      const figures = { ms: median(ms), spread: percent(spread(ms)) };
      const verdict = isJudged ? judge(ms, atMost, 'ms') : { holds: null };
      return { name: `${name}, ${costs.kilobytes} KB`, figures, ...verdict };
    }),
  );
  const ratios = all.flatMap((costs) =>
    ratioGoals.map(({ figure, name, atMost }): Row => {
      const own = ratiosOf(costs[figure], costs.bare[figure]);
      const figures = {
        ...{ 'bare CodeMirror, ms': median(costs.bare[figure]), 'dashboard takes': median(own) },
        spread: percent(spread(own)),
      };
      const isJudged = costs.kilobytes === judgedKilobytes;
      const verdict = isJudged ? judge(own, atMost) : { holds: null };
      return { name: `${name}, ${costs.kilobytes} KB, beside`, figures, ...verdict };
    }),
  );
  // A shift below 0.005 is invisible, and the browser's own tools show it as 0.00.
  const shift = Math.max(...all.flatMap(({ shifts }) => shifts));
  const figures = { shift: shift.toFixed(2) };
  const name = 'layout shift in the worst round';
  return [...rows, ...ratios, { name, figures, goal: '0.00', holds: shift < 0.005 }];
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

/** The text where typing begins. It has its own line, because a click on it hits the middle of the line. */
const writingPlace = 'Here is what is new.';

/** A typical mail: a table with inline styles, and placeholders in each row. A long mail has 50 different names. */
function htmlOf(kilobytes: number): string {
  const row = (number: number) => `  <tr>
    <td style="padding: 12px 40px; font-family: Arial, Helvetica, sans-serif; border-bottom: 1px solid #d5dee0;">
      <p style="margin: 0 0 6px; font-size: 17px; color: #1d2a2d;">Number ${number}: {{title${number % 49}|A new thing}}</p>
      <p style="margin: 0; font-size: 15px; color: #5a686c;">Dear {{name|reader}}, there is more than fits here.</p>
      <a href="https://example.com/read/${number}" style="color: #12403f; font-weight: 600;">Read on</a>
    </td>
  </tr>
`;
  const count = Math.floor((kilobytes * 1024 - 200) / row(1000).length);
  const rows = Array.from({ length: count }, (_, number) => row(number));
  return `<p style="font-size: 16px">\n  ${writingPlace}\n</p>\n<table width="600">\n${rows.join('')}</table>\n`;
}

const stopwatch = fileURLToPath(new URL('stopwatch.js', import.meta.url));
const bareEditor = fileURLToPath(new URL('bare-editor.js', import.meta.url));

/** Keys of a round that wait for their preview, and keys that do not. */
const patientKeys = 5;
const hastyKeys = 20;

/** Between two keys at about 90 words a minute. */
const betweenKeysMs = 130;

interface Typed {
  frames: number[];
  previews: number[];
  shift: number;
}

/** Opens an editor. Returns a function that types: first it waits for the preview after each key, then it types hastily. */
async function openEditor(browser: Browser, url: string) {
  const page = await openWindow(browser);
  await page.goto(url);
  const mail = page.getByTitle('Preview of the mail').contentFrame();
  await mail.getByText(writingPlace).waitFor();
  const keys = await beginTyping(page);
  return async (): Promise<Typed> => {
    await page.bringToFront();
    for (let key = 0; key < patientKeys; key++) {
      await page.evaluate('stopwatch.expectPreview()');
      await keys.press();
      await page.evaluate('stopwatch.previewShown()');
    }
    await keys.typeHastily(hastyKeys);
    await mail.getByText(keys.written()).waitFor();
    return page.evaluate('stopwatch.take()');
  };
}

/** Opens a bare CodeMirror. Returns a function that types as many keys as `openEditor`, all of them hastily. */
async function openBare(browser: Browser, kilobytes: number) {
  const entryPoints = [bareEditor];
  const built = await build({ entryPoints, bundle: true, write: false, minify: true });
  const page = await openWindow(browser);
  await page.goto('about:blank');
  await page.addScriptTag({ content: built.outputFiles[0]?.text ?? '' });
  await page.evaluate(`openBareEditor(${JSON.stringify(htmlOf(kilobytes))})`);
  const keys = await beginTyping(page);
  return async (): Promise<Typed> => {
    await page.bringToFront();
    await keys.typeHastily(patientKeys + hastyKeys);
    return page.evaluate('stopwatch.take()');
  };
}

async function openWindow(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.addInitScript({ path: stopwatch });
  return page;
}

/** Puts the cursor at the writing place. */
async function beginTyping(page: Page) {
  await page.locator('.cm-content').last().getByText(writingPlace).click();
  let written = '';
  const press = async () => {
    const letter = String.fromCharCode(97 + (written.length % 26));
    written += letter;
    await page.keyboard.press(letter);
  };
  const typeHastily = async (count: number) => {
    for (let key = 0; key < count; key++) {
      await press();
      await pause(betweenKeysMs);
    }
  };
  return { press, typeHastily, written: () => written };
}
