import { openAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts, publish } from './harness/editor.ts';
import { createTemplate, readTemplate } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
const mailSource = '<p>Dear {{name}}, {{plan|free}}</p>';
const pt = { subject: 'Olá', html: '<p>Oi {{name}}</p>' };
await createTemplate(account, { id: 'plain', html: mailSource, testData: { name: 'Ada' } });
const many = { id: 'many', html: mailSource, testData: { name: 'Ada' } };
await createTemplate(account, { ...many, language: 'en', languages: { pt } });

const saved = (id: string) => readTemplate(account, id);

test('a language is added as a copy, written and saved, and removed after a confirmation', async () => {
  const page = await openDashboard(account, '/templates/plain', { bypassCSP: true });
  const { subject, mail, status } = editorParts(page);
  await mail.getByText('Dear Ada').waitFor();

  await page.getByRole('button', { name: 'Add language' }).click();
  await page.getByRole('textbox', { name: 'Language of what is here' }).fill('en');
  await page.getByRole('textbox', { name: 'New language' }).fill('pt_BR');
  await page.keyboard.press('Enter');
  await page.getByText('Write a language tag, such as pt or pt-BR').waitFor();
  await page.getByRole('textbox', { name: 'New language' }).fill('pt-br');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove pt-BR' }).waitFor();
  await subject.fill('Olá');
  await append(page, '<p>Tchau</p>');
  await mail.getByText('Tchau').waitFor();
  const found = await accessibilityFindings(page, 'all');
  await publish(page);
  await status.getByText('Published as revision 2').waitFor();

  const added = await saved('plain');
  await page.getByRole('button', { name: 'Remove pt-BR' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await mail.getByText('Tchau').waitFor({ state: 'detached' });
  await publish(page);
  await status.getByText('Published as revision 3').waitFor();

  expect(found).toEqual([]);
  expect(added).toMatchObject({
    ...{ subject: 'Hello', html: mailSource, language: 'en' },
    languages: { 'pt-BR': { subject: 'Olá', html: `${mailSource}<p>Tchau</p>`, text: null } },
  });
  expect(await saved('plain')).toMatchObject({ language: 'en', languages: {} });
});

test('a language shows which variables it lacks, keeps unsaved changes, and is sent as a test mail', async () => {
  const page = await openDashboard(account, '/templates/many');
  const { html, subject, mail, problems } = editorParts(page);
  await mail.getByText('Dear Ada').waitFor();
  const show = (tag: string) =>
    page.getByRole('radiogroup', { name: 'Language' }).getByText(tag, { exact: true }).click();

  await show('pt');
  await mail.getByText('Oi Ada').waitFor();
  await problems.getByText('en has plan, and pt does not').waitFor();
  await append(page, '<p>Novo</p>');
  await show('en');
  await mail.getByText('Dear Ada').waitFor();
  const ofOwn = [await html.textContent(), await subject.textContent()];
  await page.reload();
  await show('pt');
  await mail.getByText('Novo').waitFor();
  await page.getByRole('button', { name: 'Test send' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Sent to you@inbox.example.com' }).waitFor();

  expect(ofOwn).toEqual([mailSource, 'Hello']);
  const mails = await mailsWhere(({ body }) => body.html === '<p>Oi Ada</p><p>Novo</p>');
  expect(mails).toHaveLength(1);
});
