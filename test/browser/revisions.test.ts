import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { editorParts } from './harness/editor.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
for (const part of ['first', 'second', 'third']) {
  const html = `<p>Same</p>\n<p>The ${part}</p>\n`;
  await account.save({ id: 'letter', subject: `On ${part}`, html });
}

const mailIn = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('iframe').contentFrame();

test('from the editor four clicks bring an older revision back, with two looks at it first', async () => {
  const page = await openDashboard(account, '/templates/letter', {
    viewport: { width: 1280, height: 800 },
  });
  const { mail, status } = editorParts(page);
  await mail.getByText('The third').waitFor();
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'Revisions', exact: true }).click();
  await page.getByRole('link', { name: /^Revision 1/ }).click();
  await mailIn(page, 'Revision 1').getByText('The first').waitFor();
  await mailIn(page, 'Revision 3, current').getByText('The third').waitFor();
  const looks = page.locator('.looks');
  const [left, right] = await Promise.all(
    ['Revision 1', 'Revision 3, current'].map((name) =>
      page.getByRole('region', { name, exact: true }).boundingBox(),
    ),
  );
  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish revision 1 again?' });
  await sheet.getByText('Subject: “On third” becomes “On first”').waitFor();
  await sheet.getByText('from the next request on').waitFor();
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
  await mail.getByText('The first').waitFor();
  await status.getByText('Published as revision 4').waitFor();

  expect(await clicks()).toBe(4);
  expect(await looks.count()).toBe(0);
  expect([left?.y, left && left.x < (right?.x ?? 0)]).toEqual([right?.y, true]);
  expect(await askManage(account, '/templates/letter')).toMatchObject({
    revision: 4,
    subject: 'On first',
    html: '<p>Same</p>\n<p>The first</p>\n',
  });
});

test('revisions that differ in one language show the mails of this language', async () => {
  for (const html of ['<p>Hallo</p>', '<p>Guten Tag</p>']) {
    const de = { subject: 'Hallo', html };
    await account.save({ id: 'polyglot', html: '<p>Hello</p>', language: 'en', languages: { de } });
  }
  const page = await openDashboard(account, '/templates/polyglot/revisions');

  await page.getByText('Different: Other languages (de).').waitFor();
  await mailIn(page, 'Revision 1').getByText('Hallo').waitFor();
  await mailIn(page, 'Revision 2, current').getByText('Guten Tag').waitFor();
  await page.getByRole('combobox', { name: 'Language of the mails' }).click();
  await page.getByRole('option', { name: 'en, the template’s own' }).click();
  await mailIn(page, 'Revision 1').getByText('Hello').waitFor();
});

test('the revisions begin with the one before the current, and any two are compared', async () => {
  const page = await openDashboard(account, '/templates/letter/revisions', { bypassCSP: true });
  const list = page.getByRole('region', { name: 'Revisions' });
  await mailIn(page, 'Revision 3').getByText('The third').waitFor();
  const listed = await list.getByRole('listitem').allTextContents();
  const marked = await list.locator('[aria-current="page"]').allTextContents();

  await list.getByRole('link', { name: /^Revision 2/ }).click();
  await page.getByRole('heading', { name: 'Revision 2', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Revision 1' }).click();
  await page.getByText('Different: Subject, HTML.').waitFor();
  await page.getByRole('tab', { name: 'Source' }).click();
  const html = page.getByRole('region', { name: 'HTML' });
  const [before, after] = [2, 1].map((number) =>
    html.getByRole('textbox', { name: `Revision ${number}`, exact: true }),
  );
  await before?.getByText('The second').waitFor();

  expect(marked).toEqual([expect.stringMatching(/^Revision 3/)]);
  expect(listed).toEqual([
    expect.stringMatching(/^Revision 4Current.*you, in the local run, went back to revision 1$/),
    expect.stringMatching(/^Revision 3/),
    expect.stringMatching(/^Revision 2/),
    expect.stringMatching(/^Revision 1/),
  ]);
  expect(await after?.textContent()).toBe('<p>Same</p><p>The first</p>');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test.each(['99', 'one'])(
  'the page of a revision %s that does not exist says so, and offers none to restore',
  async (number) => {
    const page = await openDashboard(account, `/templates/letter/revisions/${number}`);

    await page.getByRole('heading', { name: 'This template has no such revision' }).waitFor();

    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  },
);
