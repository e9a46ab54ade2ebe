import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts } from './harness/editor.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({ id: 'letter', html: '<p>First</p>' });
await account.save({ id: 'letter', html: '<p>First</p><p>More</p>' });

const toTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Template' }).getByRole('link', { name }).click();

test('from tab to tab the heading, the state and the tabs of a template stand still', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const places: Record<string, unknown> = {};
  const standing = {
    heading: page.getByRole('heading', { level: 1 }),
    state: editorParts(page).status,
    tabs: page.getByRole('navigation', { name: 'Template' }),
  };
  const shown = {
    Editor: editorParts(page).html,
    Flow: page.getByText('This template has no flow'),
    Revisions: page.getByRole('link', { name: 'Revision 1' }),
    API: page.getByText('Of the published template.'),
  };

  for (const [tab, content] of Object.entries(shown)) {
    await toTab(page, tab);
    await content.first().waitFor();
    const boxes = Object.entries(standing).map(async ([name, it]) => {
      const box = await it.boundingBox();
      return [name, box && [box.y, box.height], await it.textContent()];
    });
    places[tab] = await Promise.all(boxes);
  }

  expect(new Set(Object.values(places).map((each) => JSON.stringify(each))).size).toBe(1);
  expect(places).toMatchObject({ API: [['heading', expect.any(Array), 'letter'], {}, {}] });
});

test('what is written, its undo and the cursor are still there after a look at another tab', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const { html, status } = editorParts(page);
  await append(page, '<p>Mine</p>');

  await toTab(page, 'Revisions');
  await page.getByRole('link', { name: 'Revision 1' }).click();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  const state = await status.textContent();
  await toTab(page, 'Editor');
  const back = await html.textContent();
  await html.focus();
  // The editor restores the cursor once it has noticed the focus.
  await page.locator('.cm-focused').waitFor();
  await page.keyboard.insertText('!');
  const written = await html.textContent();
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');

  await status.getByText('Revision 2').waitFor();
  const first = '<p>First</p><p>More</p>';
  expect([state, back, written, await html.textContent()]).toEqual([
    expect.stringMatching(/^(?:Unsaved changes|Saving…|Draft saved .*)$/),
    `${first}<p>Mine</p>`,
    `${first}<p>Mine</p>!`,
    first,
  ]);
});
