import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts, publish, refuseDrafts } from './harness/editor.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({ id: 'letter', html: '<p>First</p>' }, { id: 'twice', html: '<p>First</p>' });
await account.save({ id: 'twice', html: '<p>Second</p>' });

test('a page whose script could not be loaded says so, and is loaded by a click, with its style', async () => {
  const page = await openDashboard(account, '/settings/senders');
  const scripts = '**/assets/webhooks-page-*';
  await page.route(scripts, (route) => route.abort());

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('The page could not be loaded').waitFor();
  const title = await page.title();
  await page.unroute(scripts);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();

  const missing = await page.evaluate(
    () =>
      [...document.querySelectorAll('link')].filter(
        (link) => link.rel === 'stylesheet' && !link.sheet,
      ).length,
  );
  expect([title, missing]).toEqual(['This page could not be shown · postrider', 0]);
});

test('a tab that could not be loaded leaves the unsaved draft in place, which also survives the reload', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const { html, status } = editorParts(page);
  await refuseDrafts(page);
  await append(page, '<p>Mine</p>');
  await status.getByText('Unsaved changes').waitFor();

  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByText('The page could not be loaded').waitFor();
  const offline = await status.textContent();
  await page.context().setOffline(false);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  page.once('dialog', (question) => question.accept());
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('Of the published template.').waitFor();
  await page.getByRole('link', { name: 'Editor', exact: true }).click();
  await html.getByText('Mine').waitFor();
  await publish(page);
  await status.getByText('Published as revision 2').waitFor();

  expect(offline).toMatch(/^(?:Unsaved changes|Saving…|Not saved: no connection)$/);
  expect(await askManage(account, '/templates/letter')).toMatchObject({
    html: '<p>First</p><p>Mine</p>',
  });
});

test('a network that is gone at every second click loses nothing, and every page says what to do', async () => {
  const page = await openDashboard(account, '/');
  const shown: string[] = [];
  for (const name of ['Templates', 'Messages', 'API keys', 'Webhooks', 'Senders', 'Account']) {
    await page.context().setOffline(true);
    await page.getByRole('link', { name, exact: true }).first().click();
    const offer = page.getByRole('main').getByRole('button', { name: 'Reload the page' });
    await offer.waitFor();
    await page.context().setOffline(false);
    await offer.click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await offer.waitFor({ state: 'detached' });
    shown.push(name);
  }

  expect(shown).toHaveLength(6);
});

test('a double click on a button makes one request', async () => {
  const page = await openDashboard(account, '/templates/twice/revisions/1');
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));

  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).dblclick();
  await editorParts(page).status.getByText('Published as revision').waitFor();

  expect(asked.filter((url) => url.endsWith('/restore'))).toHaveLength(1);
});

test('a dialog that a menu opened returns the focus to the button of the menu, or to the title if that button is gone', async () => {
  const page = await openDashboard(account, '/templates');
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  const dialog = page.getByRole('dialog');
  const ask = async () => {
    await page.getByRole('button', { name: 'More about letter' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.waitFor();
  };

  await ask();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until(async () => expect(await focused()).toBe('More about letter'));
  await ask();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until(async () => expect(await focused()).toBe('Templates'));
});
