import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts, publish, refuseDrafts } from './harness/editor.ts';
import { askManage, readTemplate } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
const flow = {
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'back', type: 'callback' },
  ],
  edges: [{ from: 'mail', to: 'back' }],
};
const html = '<p>First</p>';
const ids = ['left', 'undone', 'lost', 'unanswered'];
await account.save({ id: 'drawn', html, flow }, ...ids.map((id) => ({ id, html })));

const leave = (page: Page) => page.getByRole('link', { name: 'Templates' }).first().click();
const guard = (page: Page) => page.getByRole('dialog', { name: 'Leave with unsaved changes?' });
const listIsShown = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
const restored = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your unsaved changes are restored' });

function questionsOf(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    return dialog.accept();
  });
  return questions;
}

test('changes are stored as a draft when the page is left, and discarded only if that fails and their author confirms it', async () => {
  const page = await openDashboard(account, '/templates/left');
  const { html } = editorParts(page);
  await refuseDrafts(page);
  await append(page, '<p>Not this</p>');

  await leave(page);
  await guard(page).getByRole('button', { name: 'Stay' }).click();
  await guard(page).waitFor({ state: 'hidden' });
  const stayed = await html.textContent();
  await leave(page);
  await guard(page).getByRole('button', { name: 'Leave without saving' }).click();
  await listIsShown(page);
  await page.getByRole('link', { name: 'left', exact: true }).click();
  await html.getByText('First').waitFor();
  const discarded = await html.textContent();
  await page.context().unrouteAll();
  await append(page, '<p>Mine</p>');
  await leave(page);
  await listIsShown(page);

  expect([stayed, discarded]).toEqual(['<p>First</p><p>Not this</p>', '<p>First</p>']);
  expect(await readTemplate(account, 'left')).toMatchObject({ html: '<p>First</p>', revision: 1 });
  expect(await askManage(account, '/templates/left/draft')).toMatchObject({
    html: '<p>First</p><p>Mine</p>',
  });
});

test('changes that were undone do not count as unsaved, and their draft is discarded', async () => {
  const page = await openDashboard(account, '/templates/undone');
  const { html, toPublish, status } = editorParts(page);
  const questions = questionsOf(page);
  await html.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('xy');
  await status.getByText('Draft saved').waitFor();

  await page.keyboard.press('Control+Z');
  await status.getByText('Revision 1').waitFor();
  const isDisabled = await toPublish.isDisabled();
  await page.reload();
  await html.getByText('First').waitFor();
  await leave(page);

  await listIsShown(page);
  expect([isDisabled, questions]).toEqual([true, []]);
  expect(await readTemplate(account, 'undone')).toMatchObject({ revision: 1, draft: null });
});

test('the browser asks before it closes or reloads a page with unsaved changes, which survive that', async () => {
  const page = await openDashboard(account, '/templates/undone');
  const { html } = editorParts(page);
  const questions = questionsOf(page);
  await refuseDrafts(page);
  await append(page, '<p>Mine</p>');

  await page.reload();
  await restored(page).waitFor();
  const kept = await html.textContent();
  await restored(page).getByRole('button', { name: 'Discard changes' }).click();

  await html.getByText('Mine').waitFor({ state: 'detached' });
  expect([questions, kept]).toEqual([['beforeunload'], '<p>First</p><p>Mine</p>']);
  await leave(page);
  await listIsShown(page);
});

test("an unsaved flow is restored after a reload, and saved on top of another author's change in the editor", async () => {
  const page = await openDashboard(account, '/templates/drawn/flow?view=list');
  const questions = questionsOf(page);
  await refuseDrafts(page);
  const added = page.getByRole('button', { name: 'Delete E-mail domain' });
  await page.getByRole('button', { name: 'Add a node' }).first().click();
  await page.getByRole('menuitem', { name: 'E-mail domain' }).click();
  await added.waitFor();

  await page.reload();
  await restored(page).waitFor();
  await added.waitFor();
  await account.save({ id: 'drawn', html: '<p>Theirs</p>' });
  await publish(page);
  await page.getByRole('button', { name: /Keep mine/ }).click();

  await editorParts(page).status.getByText('Published as revision 3').waitFor();
  expect(questions).toEqual(['beforeunload']);
  expect(await readTemplate(account, 'drawn')).toMatchObject({
    html: '<p>Theirs</p>',
    flow: { nodes: [{ id: 'mail' }, { id: 'back' }, { id: 'email-domain' }] },
  });
});

test('a publish that fails is tried again, and one whose answer was lost is not taken for that of another author', async () => {
  const page = await openDashboard(account, '/templates/unanswered');
  const { status } = editorParts(page);
  let saves = 0;
  await refuseDrafts(page);
  await page.context().route('**/manage/v1/templates/unanswered', async (route) => {
    // Does not use `times`, which would also count requests that read the template.
    if (route.request().method() !== 'PUT') return route.fallback();
    saves += 1;
    if (saves === 1) return route.fulfill({ status: 503, body: '<h1>Service Unavailable</h1>' });
    if (saves > 2) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await append(page, '<p>One</p>');

  await publish(page);
  const alert = page.getByRole('alert').filter({ hasText: 'The template was not published' });
  await alert.getByText('The service answered with status 503').waitFor();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.getByText('The service could not be reached').waitFor();
  await append(page, '<p>Two</p>');
  await publish(page);

  await status.getByText('Published as revision 3').waitFor();
  await alert.waitFor({ state: 'hidden' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await readTemplate(account, 'unanswered')).html).toBe('<p>First</p><p>One</p><p>Two</p>');
});

test('when the service cannot be reached, the draft stays, also after a reload', async () => {
  const page = await openDashboard(account, '/templates/lost');
  const { html, status, problems, mail } = editorParts(page);
  questionsOf(page);
  await mail.getByText('First').waitFor();

  await page.context().setOffline(true);
  await append(page, '<p>Two</p>');
  await problems.getByText('Not checked').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  const alert = page.getByRole('alert').filter({ hasText: 'The draft was not saved' });
  await alert.getByText('The service could not be reached').waitFor();
  await status.getByText('Not saved: no connection').waitFor();
  await problems.getByRole('button', { name: 'Try again' }).waitFor();
  await page.context().setOffline(false);
  // Needs no click: the draft is rendered again automatically.
  await mail.getByText('Two').waitFor();
  await page.reload();
  await html.getByText('Two').waitFor();

  await status.getByText('Draft saved').waitFor();
  expect(await askManage(account, '/templates/lost/draft')).toMatchObject({
    html: '<p>First</p><p>Two</p>',
  });
});

test.each([
  ['throttles', 429, 2],
  // One request, two retries immediately, and one retry later.
  ['fails for a while', 503, 4],
])('when the service %s, a list is read again by itself', async (_, status, times) => {
  const page = await openDashboard(account, '/settings/senders');
  let asked = 0;
  const json = { type: 'about:blank', title: 'Not now', status };
  await page
    .context()
    .route('**/manage/v1/templates*', (route) =>
      ++asked <= times ? route.fulfill({ status, json }) : route.fallback(),
    );

  await leave(page);

  await page.getByRole('link', { name: 'undone', exact: true }).waitFor();
});
