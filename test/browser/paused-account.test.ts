import { writeSending } from '../../shared/adapters/tables/account-sending.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { misfits, turn } from './harness/fit.ts';

openBrowserForFile();

test('each page of a paused account says since when, by whom and why, also on a phone', async () => {
  const { accountId, ports } = await openAccount();
  const at = '2026-01-02T12:05:00.000Z';
  const next = { state: 'PAUSED', by: 'ses', at, reason: 'Bounce rate is too high' } as const;
  await writeSending(ports.accounts, accountId, { before: undefined, next }, alone);

  const page = await openDashboard({ accountId }, '/templates', {
    ...{ bypassCSP: true, viewport: { width: 390, height: 800 } },
  });
  const banner = page.getByRole('alert');
  await banner.waitFor();

  expect(await banner.textContent()).toMatch(
    /^Sending is paused since 2 Jan 2026, .*: Bounce rate is too high\s*SES paused it\./,
  );
  expect(await misfits(page)).toEqual([]);
  expect(await accessibilityFindings(page)).toEqual([]);
  await turn(page, 'dark');
  expect(await accessibilityFindings(page, 'contrast')).toEqual([]);
  await page.goto(page.url().replace('/templates', '/messages'));
  await banner.waitFor();
});
