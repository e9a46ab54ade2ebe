import { beforeAll, describe, expect, test } from '@jest/globals';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts } from './harness/editor.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount();
  const html = '<!doctype html>\n<p title="x">Dear {{name}} {{#items}}{{title}}{{/items}}</p>\n';
  for (const id of ['letter', 'light', 'dark']) {
    await account.save({ id, html: '<p>First</p>' });
    await account.save({ id, html, text: 'Hello {{name}}' });
  }
});

describe.each(['light', 'dark'] as const)('accessible when it is %s:', (colorScheme) => {
  const look = { colorScheme, bypassCSP: true };

  test('the editor in each of its previews and sources, with problems, and its dialogs', async () => {
    const page = await openDashboard(account, `/templates/${colorScheme}`, look);
    const { preview, mail, save, problems, testData, subject } = editorParts(page);
    const source = page.getByRole('region', { name: 'Source' });
    const findings: string[] = [];
    const judge = async (state: string) => {
      for (const finding of await accessibilityFindings(page))
        findings.push(`${state}: ${finding}`);
    };
    await mail.getByText('Dear').waitFor();

    for (const mode of ['Desktop', 'Phone', 'Dark', 'Plain text']) {
      await preview.getByText(mode, { exact: true }).click();
      await judge(mode);
    }
    await testData.getByText('JSON', { exact: true }).click();
    await source.getByText('Plain text', { exact: true }).click();
    await judge('other sources');
    await source.getByText('HTML', { exact: true }).click();
    await append(page, '{{#open}}');
    await problems
      .getByText(/problem/)
      .first()
      .waitFor();
    await subject.fill('{{unfinished');
    await problems.getByRole('button', { name: /Subject/ }).waitFor();
    await judge('problems');
    await page.getByRole('button', { name: 'Test send' }).click();
    await page.getByRole('dialog').waitFor();
    await judge('test send');
    await page.keyboard.press('Escape');
    await askManage(account, `/templates/${colorScheme}`, {
      method: 'PUT',
      ifMatch: 2,
      body: { name: colorScheme, subject: 'Theirs', html: '<p>Theirs</p>' },
    });
    await subject.fill('Mine');
    await page.getByRole('textbox', { name: 'HTML source' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('<p>Mine</p>');
    await save.click();
    await page
      .getByRole('dialog')
      .getByRole('region', { name: 'HTML' })
      .getByText('Mine')
      .waitFor();
    await judge('stale');

    expect(findings).toEqual([]);
  });

  test.each([
    ['/templates', 'letter'],
    ['/templates/letter/revisions', 'Revision 1'],
    ['/templates/letter/revisions/1', 'First'],
    ['/templates/letter/api', 'curl'],
  ])('%s', async (path, shown) => {
    const page = await openDashboard(account, path, look);
    await page.getByText(shown).first().waitFor();

    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('the dialogs of the list', async () => {
    const page = await openDashboard(account, '/templates', look);

    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('dialog').waitFor();
    const ofNew = await accessibilityFindings(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /More about letter/ }).click();
    await page.getByRole('menu').waitFor();
    const ofMenu = await accessibilityFindings(page);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();

    expect([...ofNew, ...ofMenu, ...(await accessibilityFindings(page))]).toEqual([]);
  });
});
