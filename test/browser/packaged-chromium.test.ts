import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { serve } from '../serve.ts';
import {
  openBrowserForFile,
  openDashboard,
  openWindow,
  provokeComplaints,
} from './harness/browser.ts';
import { launchPackaged } from './harness/chromium.ts';

// Always the packaged browser: otherwise a machine with its own Chrome would not find the package's faults.
openBrowserForFile(launchPackaged);

const { url: own } = await serve(({ url }, response) => {
  response.setHeader('content-type', 'text/html');
  if (url === '/guarded') response.setHeader('content-security-policy', "script-src 'none'");
  response.end('<!doctype html><title>quiet</title><script>document.title = "ran"</script>');
});
const { url: foreign } = await serve(({ url }, response) => {
  if (url === '/shared') response.setHeader('access-control-allow-origin', '*');
  response.end('secret');
});

async function readFrom(address: string): Promise<string> {
  const page = await openWindow();
  await page.goto(own);
  return page.evaluate(async (url) => {
    const answer = await fetch(url).catch((error: Error) => error);
    return answer instanceof Error ? answer.message : answer.text();
  }, address);
}

test('the packaged browser shows the dashboard in several windows at once', async () => {
  const account = await openAccount();
  const paths = ['/', '/templates', '/messages', '/settings/account'];

  const pages = await Promise.all(paths.map((path) => openDashboard(account, path)));

  const titles = pages.map((page) => page.getByRole('heading', { level: 1 }).textContent());
  expect(await Promise.all(titles)).toEqual(['Overview', 'Templates', 'Messages', 'Account']);
});

test('the packaged browser lets a page read what another origin shares, and nothing else of it', async () => {
  provokeComplaints(/blocked by CORS policy/);

  expect(await readFrom(`${foreign}/shared`)).toBe('secret');
  expect(await readFrom(`${foreign}/kept`)).toBe('Failed to fetch');
});

test('the packaged browser runs no script that the policy of a page forbids', async () => {
  provokeComplaints(/Content Security Policy/);
  const page = await openWindow();

  await page.goto(own);
  expect(await page.title()).toBe('ran');
  await page.goto(`${own}/guarded`);
  expect(await page.title()).toBe('quiet');
});
