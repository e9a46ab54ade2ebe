import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts } from './harness/editor.ts';

openBrowserForFile();

const flat = '<div><div><p>Nested</p></div></div>';

const account = await openAccount();
const names = Array.from({ length: 10 }, (_, index) => `city_${index}`);
const lines = Array.from({ length: 40 }, (_, index) => `<p>Line ${index}</p>`);
await account.save(
  { id: 'ten', html: [...names.map((name) => `<p>{{${name}}}</p>`), ...lines].join('\n') },
  { id: 'flat', html: flat },
  { id: 'sets', html: '<p>{{name}}</p>' },
);

const codeOf = async (page: Page) => {
  const box = await page.locator('.cm-scroller').nth(1).boundingBox();
  if (!box) throw new Error('The page shows no code');
  return box;
};

test('ten variables without values leave 24 lines of code in sight, and one click fills them', async () => {
  const page = await openDashboard(account, '/templates/ten', {
    viewport: { width: 1280, height: 720 },
  });
  const { problems, mail, preview } = editorParts(page);
  await problems.getByText('10 variables have no test value.').waitFor();

  const { height } = await codeOf(page);
  const line = await page.locator('.cm-line').nth(1).boundingBox();
  const isBeside = await preview.isVisible();
  await problems.getByRole('button', { name: 'Fill with samples' }).click();
  await problems.getByText('No problems').waitFor();

  expect(height / (line?.height ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(24);
  expect(isBeside).toBe(true);
  await mail.getByText('Sample city_0').waitFor();
});

test('on a phone the code begins within 240 pixels, and the page shows one of three parts', async () => {
  const page = await openDashboard(account, '/templates/ten', {
    viewport: { width: 390, height: 844 },
  });
  const { html, preview, testData } = editorParts(page);
  const parts = page.getByRole('radiogroup', { name: 'Show' });
  const inSight = async () => [
    await html.isVisible(),
    await preview.isVisible(),
    await testData.isVisible(),
  ];
  await html.waitFor();

  const { y } = await codeOf(page);
  const shown = [await inSight()];
  for (const part of ['Preview', 'Data']) {
    await parts.getByText(part, { exact: true }).click();
    shown.push(await inSight());
  }

  expect(y).toBeLessThanOrEqual(240);
  expect(shown).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

interface Watching {
  shifts: string[];
}

interface LayoutShift extends PerformanceEntry {
  sources: readonly { node: Node | null }[];
}

/** Records layout shifts from now on, except of the cursor and its completions. This function runs in the page. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  const nodesOf = (entry: PerformanceEntry) =>
    (entry as LayoutShift).sources.map(({ node }) =>
      node instanceof Element ? node : node?.parentElement,
    );
  new PerformanceObserver((list) => {
    const moved = list.getEntries().flatMap(nodesOf);
    const others = moved.filter((node) => !node?.closest('.cm-cursor, .cm-tooltip'));
    shifts.push(...others.map((node) => node?.outerHTML.slice(0, 200) ?? 'a removed element'));
  }).observe({ type: 'layout-shift' });
}

async function typeMistake(id: string) {
  await account.save({ id, html: '<p>Hello {{name|you}}</p>\n' });
  const page = await openDashboard(account, `/templates/${id}`);
  const { html, problems, mail } = editorParts(page);
  await mail.getByText('Hello you').waitFor();
  await html.click();
  await page.keyboard.press('Control+End');
  await page.evaluate(watchShifts);

  const whileTyping: string[] = [];
  for (const typed of ['<p>', '{{#open}}', '{{one}}', ' and {{two}}']) {
    const rendered = page.waitForResponse(/\/render$/);
    await page.keyboard.insertText(typed);
    await rendered;
    whileTyping.push((await problems.textContent()) ?? '');
  }
  await problems.getByRole('button', { name: /HTML 2:4/ }).waitFor();
  const shifts = await page.evaluate(() => (window as unknown as Watching).shifts);
  return { told: whileTyping.filter((words) => words.includes('HTML 2:4')), shifts };
}

test('typing moves nothing on the page, and a mistake waits for a pause of the author', async () => {
  let tries = 0;
  // On a busy machine the author seems to pause, so the page may report the mistake early.
  await until(async () => {
    tries += 1;
    const { told, shifts } = await typeMistake(`typed-${tries}`);

    expect(shifts).toEqual([]);
    expect(told).toEqual([]);
  });
});

test('a set of test data is kept by the browser, and the workbench remembers its docks', async () => {
  const page = await openDashboard(account, '/templates/sets');
  const { testData, mail, preview } = editorParts(page);
  const sets = testData.getByRole('button', { name: 'Sets' });
  const field = testData.getByRole('textbox', { name: 'name' });
  await field.fill('Ada');
  await sets.click();
  await page.getByRole('textbox', { name: 'Name of the set' }).fill('First order');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'First order', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await field.fill('Grace');
  const before = (await preview.boundingBox())?.height ?? 0;
  await testData.getByRole('button', { name: 'Test data' }).click();
  await page.reload();

  await mail.getByText('Grace').waitFor();
  const after = (await preview.boundingBox())?.height ?? 0;
  await testData.getByRole('button', { name: 'Test data' }).click();
  await sets.click();
  await page.getByRole('button', { name: 'First order', exact: true }).click();

  await mail.getByText('Ada').waitFor();
  expect(after).toBeGreaterThan(before + 100);
});

test('the HTML is formatted in one step of undo, as a click writes pasted Handlebars as sections', async () => {
  const page = await openDashboard(account, '/templates/flat');
  const { html, mail, problems } = editorParts(page);
  const lineOf = (text: string | RegExp) => page.locator('.cm-line', { hasText: text });
  const pasted = '{{#each items}}<p>{{this.title}}</p>{{/each}}';
  const undo = async () => {
    await html.click();
    await page.keyboard.press('Control+Z');
  };
  await mail.getByText('Nested').waitFor();

  await page.getByRole('button', { name: 'Format the HTML' }).click();
  await lineOf(/^ {4}<p>Nested<\/p>$/).waitFor();
  await undo();
  await lineOf(flat).waitFor();
  await append(page, pasted);
  await problems.getByText('write {{#items}} … {{/items}}').first().waitFor();
  await problems.getByRole('button', { name: 'Write Handlebars as sections' }).first().click();
  await lineOf('{{#items}}<p>{{title}}</p>{{/items}}').waitFor();
  await undo();

  await lineOf(pasted).waitFor();
});
