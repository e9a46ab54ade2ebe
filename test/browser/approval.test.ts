import { writeAccount } from '../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import { putUser } from '../../shared/adapters/tables/users-table.ts';
import { openAccount } from '../api/harness/account.ts';
import { deployment } from '../api/harness/deployment.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { append, editorParts } from './harness/editor.ts';
import { faultsOf } from './harness/faults.ts';
import { createTemplate, readTemplate, saveDraft } from './harness/manage.ts';
import { startSignIn } from './harness/sign-in.ts';

openBrowserForFile();

const [account, { openAs }] = await Promise.all([openAccount(), startSignIn()]);
const { accountId } = account;
const { accounts } = account.ports;
const users = { client: accounts.client, name: deployment.outputs.UsersTable ?? '' };
const flow = flowOf(template, provider());
const mail = { subject: 'Hello', html: '<p>Hello {{name}}</p>', flow };
await account.save({ id: 'letter', keep: '7d', ...mail }, { id: 'urgent', ...mail });
await createTemplate(account, { id: 'footer', kind: 'partial', subject: '', html: '<p>Foot</p>' });
const send = (name: string) =>
  account.execute({ templateId: 'letter', variables: { name }, _to: `${name}@good.example` });
await Promise.all(['ada', 'eve'].map(send));
await writeAccount(accounts, accountId, { approvals: { required: 1, trustCli: false } }, alone);

const sub = (name: string) => `${name}-${accountId}`;
for (const [name, role] of [
  ['ann', 'author'],
  ['ben', 'publisher'],
  ['cem', 'admin'],
] as const) {
  const email = `${name}@example.com`;
  const user = { sub: sub(name), accountId, email, invitedAt: new Date().toISOString() };
  await putUser(users, { ...user, roles: { [accountId]: [role] } }, alone);
}

test('a change by an author is approved by another person, who sees what becomes of kept mails, and is published then', async () => {
  const ann = await openAs(sub('ann'), '/templates/letter', { bypassCSP: true });
  await editorParts(ann).mail.getByText('Hello').waitFor();
  await append(ann, '<p>{{plan}}</p>');
  const annClicks = await countClicks(ann);
  await ann.getByRole('button', { name: 'Get approval…' }).click();
  await ann.getByText('It is not published until another person').waitFor();
  const bens = await openAs(sub('ben'), '/templates/letter/draft', { bypassCSP: true });
  const shown = bens.getByRole('region', { name: /approv/ });
  await shown.getByText('of 2 kept mails 2 would fail').waitFor();
  const sentence = await shown.textContent();
  const linked = await shown.getByRole('link').getAttribute('href');
  const publish = bens.getByRole('button', { name: 'Publish…' });
  const approve = shown.getByRole('button', { name: 'Approve' });
  const isWaiting = await publish.getAttribute('aria-disabled');
  const faults = [...(await faultsOf(ann)), ...(await faultsOf(bens, [390, 1280]))];
  const benClicks = await countClicks(bens);
  await approve.click();
  await shown.getByText('Approved by ben@example.com').waitFor();
  const focused = await bens.evaluate(() => document.activeElement?.getAttribute('role'));
  await publish.click();
  const sheet = bens.getByRole('dialog', { name: 'Publish this draft?' });
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
  await editorParts(bens).status.getByText('Published as revision 2').waitFor();
  const clicks = [await annClicks(), await benClicks()];
  await bens.getByRole('link', { name: 'Revisions' }).click();
  await bens.getByText('approved by ben@example.com').first().waitFor();

  expect(clicks).toEqual([1, 3]);
  expect([faults, isWaiting, focused]).toEqual([[], 'true', 'region']);
  expect(sentence).toContain('Missing required variables: plan');
  expect(linked).toMatch(/^\/messages\/01/);
  expect(await readTemplate(account, 'letter')).toMatchObject({ revision: 2, draft: null });
});

test('an admin publishes without an approval for a reason, and others cannot', async () => {
  await saveDraft(account, { id: 'urgent', ...mail, html: '<p>Right price</p>' });
  const path = '/templates/urgent/draft';
  const ben = await openAs(sub('ben'), path);
  await ben.getByRole('button', { name: 'Approve' }).waitFor();
  const offered = await ben.getByRole('button', { name: 'Publish without' }).count();
  const cem = await openAs(sub('cem'), path, { bypassCSP: true });
  await cem.getByRole('button', { name: 'Publish without an approval…' }).click();
  const sheet = cem.getByRole('dialog', { name: 'Publish without an approval?' });
  const reason = sheet.getByRole('textbox', { name: 'Reason' });
  await reason.fill(' ');
  await sheet.getByRole('button', { name: 'Publish without an approval' }).click();
  await sheet.getByText('Write one line').waitFor();
  const faults = await faultsOf(cem);
  await reason.fill('Mails have a wrong price');
  await sheet.getByRole('button', { name: 'Publish without an approval' }).click();
  await editorParts(cem).status.getByText('Published as revision 2').waitFor();

  expect([offered, faults]).toEqual([0, []]);
});

test('a partial and a new template wait for an approval as drafts', async () => {
  const page = await openDashboard(account, '/templates/footer');
  await append(page, '<p>Address</p>');
  await page.getByRole('button', { name: 'Get approval…' }).click();
  await page.getByText('This draft waits for an approval').waitFor();
  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByRole('button', { name: 'New template' }).click();
  const dialog = page.getByRole('dialog', { name: 'New template' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fresh');
  await dialog.getByRole('radio', { name: 'Partial' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await editorParts(page).status.filter({ hasText: 'Draft saved' }).waitFor();

  expect(await readTemplate(account, 'footer')).toMatchObject({ revision: 1, draft: { from: 1 } });
  expect(await readTemplate(account, 'fresh')).toMatchObject({ revision: 0, kind: 'partial' });
});
