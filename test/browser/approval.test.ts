import { writeAccount } from '../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import { openAccount } from '../api/harness/account.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { addPerson } from '../api/harness/people.ts';
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
const flow = flowOf(template, provider());
const mail = { subject: 'Hello', html: '<p>Hello {{name}}</p>', flow };
await account.save({ id: 'letter', keep: '7d', ...mail }, { id: 'urgent', ...mail });
await createTemplate(account, { id: 'footer', kind: 'partial', subject: '', html: '<p>Foot</p>' });
const send = (name: string) =>
  account.execute({ templateId: 'letter', variables: { name }, _to: `${name}@good.example` });
await Promise.all(['ada', 'eve'].map(send));
await writeAccount(accounts, accountId, { approvals: { required: 1, trustCli: false } }, alone);

const [{ sub: ann }, { sub: ben }, { sub: cem }] = await Promise.all([
  addPerson(account, 'ann', 'author'),
  addPerson(account, 'ben', 'publisher'),
  addPerson(account, 'cem', 'admin'),
]);

test('a change by an author is approved by another person, who sees what becomes of kept mails, and is published then', async () => {
  const anns = await openAs(ann, '/templates/letter', { bypassCSP: true });
  await editorParts(anns).mail.getByText('Hello').waitFor();
  await append(anns, '<p>{{plan}}</p>');
  const annClicks = await countClicks(anns);
  await anns.getByRole('button', { name: 'Get approval…' }).click();
  await anns.getByText('It is not published until another person').waitFor();
  const bens = await openAs(ben, '/templates/letter/draft', { bypassCSP: true });
  const shown = bens.getByRole('region', { name: /approv/ });
  await shown.getByText('of 2 kept mails 2 would fail').waitFor();
  const sentence = await shown.textContent();
  const linked = await shown.getByRole('link').getAttribute('href');
  const publish = bens.getByRole('button', { name: 'Publish…' });
  const approve = shown.getByRole('button', { name: 'Approve' });
  const isWaiting = await publish.getAttribute('aria-disabled');
  const faults = [...(await faultsOf(anns)), ...(await faultsOf(bens, [390, 1280]))];
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
  const bens = await openAs(ben, path);
  await bens.getByRole('button', { name: 'Approve' }).waitFor();
  const offered = await bens.getByRole('button', { name: 'Publish without' }).count();
  const cems = await openAs(cem, path, { bypassCSP: true });
  await cems.getByRole('button', { name: 'Publish without an approval…' }).click();
  const sheet = cems.getByRole('dialog', { name: 'Publish without an approval?' });
  const reason = sheet.getByRole('textbox', { name: 'Reason' });
  await reason.fill(' ');
  await sheet.getByRole('button', { name: 'Publish without an approval' }).click();
  await sheet.getByText('Write one line').waitFor();
  const faults = await faultsOf(cems);
  await reason.fill('Mails have a wrong price');
  await sheet.getByRole('button', { name: 'Publish without an approval' }).click();
  await editorParts(cems).status.getByText('Published as revision 2').waitFor();

  expect([offered, faults]).toEqual([0, []]);
});

test('a partial waits for an approval as a draft', async () => {
  const page = await openDashboard(account, '/templates/footer');
  await append(page, '<p>Address</p>');
  await page.getByRole('button', { name: 'Get approval…' }).click();
  await page.getByText('This draft waits for an approval').waitFor();

  expect(await readTemplate(account, 'footer')).toMatchObject({ revision: 1, draft: { from: 1 } });
});
