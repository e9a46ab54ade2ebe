import { beforeAll, describe, expect, test } from '@jest/globals';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';

openBrowserForFile();

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount();
});

describe('the first page', () => {
  test('is accessible', async () => {
    const page = await openDashboard(account, '/', { bypassCSP: true });

    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
