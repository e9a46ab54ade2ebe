import type { Page } from 'playwright-core';
import { createKey as createApiKey } from '../../shared/manage/keys.ts';
import { openAccount } from '../api/harness/account.ts';
import { call, refusal } from '../api/harness/call.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { heapHolds } from './harness/heap.ts';
import { tabTo } from './harness/keyboard.ts';

openBrowserForFile();

const letter = { id: 'letter', html: '<p>Hello</p>' };
const account = await openAccount();
await account.save(letter);

const permissions = ['clipboard-read', 'clipboard-write'];
const secretShape = /pr_[0-9A-Za-z]{36}/;
const keyDialog = (page: Page) => page.getByRole('dialog', { name: 'Store your new API key now' });
const confirmation = (page: Page) => page.getByRole('checkbox', { name: 'I have stored it' });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const renderWith = (key: string) => call('/v1/render', { key, body: { template_id: 'letter' } });

async function submitKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}

async function createKey(page: Page, name: string): Promise<string> {
  await submitKey(page, name);
  const [secret] = secretShape.exec((await keyDialog(page).textContent()) ?? '') ?? [];
  if (!secret) throw new Error('No secret is shown');
  return secret;
}

async function confirmStored(page: Page): Promise<void> {
  await confirmation(page).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await keyDialog(page).waitFor({ state: 'hidden' });
}

const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `More about ${name}` });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function revoke(page: Page, name: string): Promise<void> {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke this API key?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await question.waitFor({ state: 'hidden' });
}

const keptBy = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify({
      document: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map(({ value }) => value),
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
      history: history.state,
      address: location.href,
    }),
  );

test('an API key is created and copied in five clicks, and works at once', async () => {
  const page = await openDashboard(account, '/settings/api-keys', { permissions });
  const answers: { url: string; cached: string | undefined }[] = [];
  page.on('response', async (response) => {
    if (response.request().method() !== 'POST') return;
    answers.push({ url: response.url(), cached: response.headers()['cache-control'] });
  });
  const clicks = await countClicks(page);

  const secret = await createKey(page, 'five clicks');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await clipboard(page);
  await confirmStored(page);

  expect({ copied, clicks: await clicks() }).toEqual({ copied: secret, clicks: 5 });
  expect(answers).toEqual([
    { url: expect.stringMatching(/\/manage\/v1\/api-keys$/), cached: 'no-store' },
  ]);
  expect((await renderWith(secret)).status).toBe(200);
});

test('the secret of a new API key stays visible until the user confirms that it is stored', async () => {
  const page = await openDashboard(account, '/templates');
  await page.getByRole('link', { name: 'API keys' }).click();
  const secret = await createKey(page, 'held');
  const ways: Record<string, () => Promise<unknown>> = {
    escape: () => page.keyboard.press('Escape'),
    outside: () => page.mouse.click(20, 880),
    back: () => page.evaluate(() => history.back()),
    link: () =>
      page.evaluate(() => document.querySelector<HTMLElement>('a[href="/messages"]')?.click()),
  };

  for (const [way, leave] of Object.entries(ways)) {
    await page.getByRole('button', { name: 'Copy', exact: true }).focus();
    await leave();

    const shown = (await keyDialog(page).textContent()) ?? '';
    expect({ way, isShown: shown.includes(secret) }).toEqual({ way, isShown: true });
  }
  expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/settings/api-keys');
});

test('a page that shows a secret asks before it is left, and never shows the secret to a user who leaves it anyway', async () => {
  const page = await openDashboard(account, '/settings/api-keys');
  const secret = await createKey(page, 'left');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  await question.dismiss();
  const stayed = (await keyDialog(page).textContent()) ?? '';
  page.on('dialog', (again) => void again.accept());
  await page.goto('about:blank');
  await page.goBack();
  await page.getByText('left', { exact: true }).waitFor();

  expect([question.type(), stayed.includes(secret)]).toEqual(['beforeunload', true]);
  expect(await keptBy(page)).not.toContain(secret);
});

test('the page forgets the secret of a new API key once it is stored', async () => {
  const page = await openDashboard(account, '/templates', { permissions });
  await page.getByRole('link', { name: 'API keys' }).click();
  const secret = await createKey(page, 'forgotten');
  const found = async () => [(await keptBy(page)).includes(secret), await heapHolds(page, secret)];
  const before = await found();

  await confirmStored(page);
  const after = await found();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await page.goForward();
  await page.getByText('forgotten').waitFor();
  const returned = await page.content();
  await page.getByRole('button', { name: 'Create API key' }).click();

  expect({ before, after }).toEqual({ before: [true, true], after: [false, false] });
  expect(returned).not.toContain(secret);
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
  expect(await keptBy(page)).not.toContain(secret);
});

test('a test key is created with a redirect, an allow-list and scopes, and errors are shown at their fields', async () => {
  const own = await openAccount();
  await own.save(letter);
  const page = await openDashboard(own, '/settings/api-keys');
  const field = (name: string) => page.getByRole('textbox', { name });
  await page.getByRole('button', { name: 'Create API key' }).click();
  const hiddenAtFirst = await field('Redirect to').count();
  await field('Name').fill('n'.repeat(201));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await field('Name').and(page.locator('[aria-invalid="true"]')).waitFor();
  await field('Name').fill('ci');
  await page.getByText('Test', { exact: true }).click();
  await field('Redirect to').fill('qa@acme.example');
  await field('Allowed recipients').fill('@acme.example\neva@x.example');
  await page.getByText('Only some', { exact: true }).click();
  for (const use of ['Send mails', 'Render templates', 'Verify addresses']) {
    await page.getByRole('checkbox', { name: use }).uncheck();
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('scopes must have at least one scope').waitFor();

  await page.getByRole('checkbox', { name: 'Send mails' }).check();
  await page.getByRole('checkbox', { name: 'letter' }).check();
  await page.getByRole('checkbox', { name: 'Read messages' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const shown = (await keyDialog(page).textContent()) ?? '';
  await confirmStored(page);
  const [secret = ''] = /pr_test_[0-9A-Za-z]{36}/.exec(shown) ?? [];
  const row = rowOf(page, 'pr_test_');

  expect(hiddenAtFirst).toBe(0);
  expect(await row.getByText('Test', { exact: true }).count()).toBe(1);
  expect(await row.textContent()).toContain(
    'Execute: letter; messagesSends to @acme.example, eva@x.example; redirects other mails to qa@acme.example',
  );
  const answer = await call('/v1/verify', { key: secret, body: { email: 'eva@good.example' } });
  expect(answer).toEqual(refusal(403, 'This API key may not use verify'));
});

test('the API refuses a revoked key from the very next request', async () => {
  const own = await openAccount();
  await own.save(letter);
  const page = await openDashboard(own, '/templates');
  const clicks = await countClicks(page);
  const before = await renderWith(own.key);

  await page.getByRole('link', { name: 'API keys' }).click();
  await revoke(page, 'tests');
  await page.getByText('The key “tests” was revoked').waitFor();
  const after = await renderWith(own.key);

  expect(before.status).toBe(200);
  expect({ after, clicks: await clicks() }).toEqual({
    after: refusal(401, 'API key has been revoked'),
    clicks: 4,
  });
  expect(await page.getByRole('button', { name: /^More about/ }).count()).toBe(0);
});

test('an API key is rotated in seven clicks, and both keys work until the old one ends', async () => {
  const own = await openAccount();
  await own.save(letter);
  const page = await openDashboard(own, '/templates', { permissions });
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'API keys' }).click();
  await menuOf(page, 'tests').click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByText('The old key').waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const secret = await clipboard(page);
  await confirmStored(page);
  await rowOf(page, 'Replaced').getByText('ends in 24 hours').waitFor();

  expect(await clicks()).toBe(7);
  const answers = await Promise.all([own.key, secret].map(renderWith));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(secret).not.toBe(own.key);
});

test('the list of API keys shows the use of each, and the keyboard sorts it', async () => {
  const own = await openAccount();
  await own.save(letter);
  await createApiKey(own.ports, { accountId: own.accountId, name: 'idle' });
  await renderWith(own.key);
  await renderWith(own.key);
  const page = await openDashboard(own, '/settings/api-keys');
  const names = () => page.getByRole('row').locator('td:first-child .name').allTextContents();
  await rowOf(page, 'idle').getByText('not in 7 days').waitFor();
  const first = await names();

  await tabTo(page, page.getByRole('button', { name: 'Requests in 7 days' }));
  await page.keyboard.press('Enter');
  const head = page.getByRole('columnheader', { name: 'Requests in 7 days' });
  const down = [await head.getAttribute('aria-sort'), await names()];
  await page.keyboard.press('Space');
  const up = [await head.getAttribute('aria-sort'), await names()];

  expect([first, down, up]).toEqual([
    ['idle', 'tests'],
    ['descending', ['tests', 'idle']],
    ['ascending', ['idle', 'tests']],
  ]);
  const cells = await rowOf(page, 'tests').getByRole('cell').allTextContents();
  expect(cells[5]).toBe('2');
});

test('the list shows an API key as the page changed it while the index still lags behind', async () => {
  const own = await openAccount();
  const page = await openDashboard(own, '/settings/api-keys');
  await menuOf(page, 'tests').waitFor();
  let stale: { status: number; body: string } | undefined;
  let staleReads = 0;
  await page.route(/\/manage\/v1\/api-keys\?/, async (route) => {
    if (stale === undefined) {
      const answer = await route.fetch();
      stale = { status: answer.status(), body: await answer.text() };
    }
    staleReads += 1;
    await route.fulfill({ ...stale, contentType: 'application/json' });
  });
  await page.reload();
  await menuOf(page, 'tests').waitFor();

  await createKey(page, 'brand new');
  await confirmStored(page);
  await menuOf(page, 'brand new').waitFor();
  await revoke(page, 'tests');
  await page.getByText('1 revoked key').waitFor();
  const menus = page.getByRole('button', { name: /^More about / });

  expect(await menus.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
    'More about brand new',
  ]);
  expect(staleReads).toBeGreaterThan(0);
});

test('an API key whose creation failed is listed if it exists, and can be revoked', async () => {
  const own = await openAccount();
  const page = await openDashboard(own, '/settings/api-keys');
  await menuOf(page, 'tests').waitFor();
  await page.route(/\/manage\/v1\/api-keys$/, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, body: 'no answer' });
  });

  await submitKey(page, 'without answer');
  const words =
    'No key arrived. If the list now shows an active key with this name, revoke it: its secret is lost';
  await page.getByText(words).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await menuOf(page, 'without answer').waitFor();
});
