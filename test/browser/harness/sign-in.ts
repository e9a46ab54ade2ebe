import type { Page } from 'playwright-core';
import { startPageOf } from '../../api/harness/signed-in-page.ts';
import { jest } from '../../jest.ts';
import { type Look, openWindow } from './browser.ts';
import { startUserPool } from './user-pool.ts';

/** Serves the dashboard for users who sign in, at a provider that accepts every name. */
export async function startSignIn() {
  // The provider logs many lines, which say that its configuration is not for production.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockReturnValue();
  const pool = await startUserPool();
  const url = await startPageOf(pool);
  pool.serve(url);
  const openAs = async (name: string, path: string, look?: Look): Promise<Page> => {
    const page = await openWindow(look);
    await page.goto(new URL(path, url).href);
    await signInAs(page, name);
    return page;
  };
  return { url, openAs };
}

export async function signInAs(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
