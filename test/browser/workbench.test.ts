import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { append, editorParts, openTestData, refuseDrafts } from './harness/editor.ts';

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
  await refuseDrafts(page);
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

const viewOf = async (page: Page) => {
  const { html, preview, testData } = editorParts(page);
  const view = page
    .getByRole('radiogroup', { name: 'View', exact: true })
    .getByRole('radio', { checked: true });
  return [
    await view.getAttribute('value'),
    ...(await Promise.all([html, preview, testData].map((part) => part.isVisible()))),
  ];
};

/** The width of the mail's window in its own pixels, and its scale on the page. */
const sizeOfMail = async (page: Page) => {
  const frame = page.getByTitle('Preview of the mail');
  const html = frame.contentFrame().locator('html');
  const scale = (drawn: HTMLElement) => drawn.getBoundingClientRect().width / drawn.offsetWidth;
  return [await html.evaluate(() => innerWidth), await frame.evaluate(scale)];
};

test('a key shows the code, both or the mail, which has its true size, and the browser keeps the choice', async () => {
  const page = await openDashboard(account, '/templates/sets', {
    viewport: { width: 1280, height: 800 },
  });
  await refuseDrafts(page);
  const { html, mail, preview } = editorParts(page);
  await page.getByRole('button', { name: 'Close the test data' }).click();
  const seen = [await viewOf(page)];
  const clicks = await countClicks(page);
  for (const key of ['1', '3']) {
    await page.keyboard.press(key);
    await html.waitFor({ state: key === '1' ? 'visible' : 'hidden' });
    seen.push(await viewOf(page));
  }
  const keyClicks = await clicks();
  await openTestData(page);
  await mail.locator('body').waitFor();
  const desktop = await sizeOfMail(page);
  await preview.getByText('Phone', { exact: true }).click();
  await until(async () => expect(await sizeOfMail(page)).toEqual([375, 1]));
  seen.push(await viewOf(page));
  await page.reload();
  await mail.locator('body').waitFor();

  expect(keyClicks).toBe(0);
  expect(desktop[0]).toBeGreaterThan(640);
  expect(desktop[1]).toBe(1);
  expect([...seen, await viewOf(page)]).toEqual([
    ['split', true, true, false],
    ['code', true, false, false],
    ['mail', false, true, false],
    ['mail', false, true, true],
    ['mail', false, true, true],
  ]);
  await html.waitFor({ state: 'hidden' });
});

test('on a phone the code begins within 240 pixels, and the views work as on a desktop', async () => {
  const page = await openDashboard(account, '/templates/ten', {
    viewport: { width: 390, height: 844 },
  });
  await refuseDrafts(page);
  const { html, testData } = editorParts(page);
  const views = page.getByRole('radiogroup', { name: 'View', exact: true });
  await html.waitFor();

  const { y } = await codeOf(page);
  const seen = [await viewOf(page)];
  for (const view of ['Mail', 'Split']) {
    await views.getByText(view, { exact: true }).click();
    seen.push(await viewOf(page));
  }
  await openTestData(page);
  const covered = (await testData.boundingBox())?.width ?? 0;
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

  expect([y <= 240, covered > 350, isWide]).toEqual([true, true, false]);
  expect(seen).toEqual([
    ['code', true, false, false],
    ['mail', false, true, false],
    ['split', true, true, false],
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

test('a set of test data is kept by the browser, and the test data are closed once all values are there', async () => {
  const page = await openDashboard(account, '/templates/sets');
  await refuseDrafts(page);
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
  await mail.getByText('Grace').waitFor();
  const before = (await preview.boundingBox())?.height ?? 0;
  await page.reload();

  await mail.getByText('Grace').waitFor();
  const after = (await preview.boundingBox())?.height ?? 0;
  await openTestData(page);
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
