import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import {
  openBrowserForFile,
  openDashboard,
  openWindow,
  provokeComplaints,
} from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';
import { hostileMail, strangers } from './harness/hostile-mail.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({ id: 'hostile', html: hostileMail });

const refusals = /Content Security Policy|sandbox|Unsafe attempt|Blocked|opaque/;

async function strangersReached(page: Page): Promise<Set<string>> {
  const reached = new Set<string>();
  await page.context().route(
    (url) => strangers.has(url.hostname),
    (route) => {
      reached.add(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '' });
    },
  );
  return reached;
}

test('V1.3.1 V3.2.2 V3.5.5 a hostile template runs nothing in the preview, and loads only its pictures', async () => {
  provokeComplaints(refusals);
  const page = await openWindow();
  const reached = await strangersReached(page);
  await openDashboard(account, '/templates/hostile', { window: page });
  const { mail, preview } = editorParts(page);
  await mail.getByText('The end').waitFor();
  // The phone's preview is not scaled down: clicks in a scaled frame may miss their target.
  await preview.getByText('Phone').click();

  for (const name of ['Link', 'Top', 'New window', 'Script link', 'Drawn link']) {
    await mail.getByText(name, { exact: true }).click();
  }
  await mail.getByText('Link', { exact: true }).click({ button: 'middle' });
  await mail.getByText('Link', { exact: true }).press('Enter');
  for (const name of ['Send', 'Send elsewhere', 'Press', 'Open']) {
    await mail.getByText(name, { exact: true }).click();
  }
  await mail.getByRole('textbox').press('Enter');
  await mail.getByRole('textbox').hover();

  // Once a picture that is requested last has loaded, anything that runs or loads late has done so.
  await mail.locator('body').evaluate(lastPicture);
  expect([...reached].sort()).toEqual([
    'https://pictures.example/background.png',
    'https://pictures.example/drawn.png',
    'https://pictures.example/last.png',
    'https://pictures.example/picture.png',
  ]);
  expect(page.context().pages()).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/templates/hostile');
  expect(await mail.locator('html').getAttribute('data-ran')).toBe(null);
  await preview.getByText('The link leads to').waitFor();
});

test("the same hostile template runs scripts without the preview's protection", async () => {
  provokeComplaints(refusals);
  const page = await openWindow();
  const reached = await strangersReached(page);

  await page.goto('about:blank');
  // Removes the two `meta` elements that would leave the page too early, and a policy that blocks the rest.
  await page.setContent(hostileMail.replace(/<meta http-equiv[^>]*>/g, ''));

  expect([...reached]).toEqual(
    expect.arrayContaining([
      'https://strangers.example/style.css',
      'https://strangers.example/imported.css',
      'https://strangers.example/frame',
      'https://strangers.example/ran?script',
      'https://strangers.example/ran?error',
      'http://strangers.example/plain-picture.png',
    ]),
  );
});

function lastPicture(body: Element): Promise<unknown> {
  const picture = new Image();
  const loaded = new Promise((resolve) => {
    picture.onload = resolve;
    picture.onerror = resolve;
  });
  picture.src = 'https://pictures.example/last.png';
  body.append(picture);
  return loaded;
}
