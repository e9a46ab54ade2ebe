import { gzipSync } from 'node:zlib';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts, refuseDrafts } from './harness/editor.ts';

openBrowserForFile();

const html = [
  '<!doctype html><html lang="en"><head><title>Letter</title>',
  '<style>.row { display: flex; }</style></head>',
  '<body style="background-color: #ffffff; color: #000000"><div class="row">Hello</div>',
  '<!--[if mso]><p>Outlook only</p><![endif]--></body></html>',
].join('\n');

const account = await openAccount();
await account.save({ id: 'letter', html });

test('the looks of mail clients are chosen with the keyboard, each with its rule, and the address has the look', async () => {
  const page = await openDashboard(account, '/templates/letter', { bypassCSP: true });
  const { preview, mail } = editorParts(page);
  const scripts: number[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push(gzipSync(await response.body()).length / 1024);
  });
  await mail.getByText('Hello').waitFor();
  const before = scripts.length;

  await preview.getByRole('button', { name: 'Looks' }).click();
  const row = preview.getByRole('region', { name: 'Looks' });
  await row.getByRole('radio', { name: 'As written' }).focus();
  await page.keyboard.press('ArrowDown');
  await row.getByText('Simulated: Gmail drops style elements').waitFor();
  const outlook = row.getByRole('radio', { name: 'Outlook (Windows) (1)' });
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowDown');
  expect(await outlook.isChecked()).toBe(true);
  await mail.getByText('Outlook only').waitFor();
  const shown = new URL(page.url()).searchParams.get('look');
  const findings = await accessibilityFindings(page);
  const source = await row.getByRole('link', { name: 'Source' }).getAttribute('href');
  const note = await preview.locator('.preview-note').textContent();
  await outlook.press('Escape');
  await until(() => expect(new URL(page.url()).search).toBe(''));
  await mail.getByText('Outlook only').waitFor({ state: 'detached' });

  expect([before, shown, findings]).toEqual([0, 'outlook-windows', []]);
  expect(source).toMatch(/^https:\/\//);
  expect(note).toBe('A simulated look is shown: its texts cannot be edited.');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Looks');
  expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60);
});

test('a finding is accepted with one click, and its author writes the reason at once', async () => {
  const page = await openDashboard(account, '/templates/letter');
  await refuseDrafts(page);
  const { problems, html: source } = editorParts(page);

  await problems.getByRole('button', { name: 'Accept…' }).first().click();
  await page.keyboard.type('we know');

  await source.getByText('{{! postrider-ignore css-display-flex: we know}}').waitFor();
  await problems.getByText('No problems').waitFor();
});
