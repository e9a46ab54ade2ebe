import type { Locator, Route } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { messageTo } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { descriptionOf } from './harness/described.ts';
import { append, editorParts, openTestData } from './harness/editor.ts';
import { faultsOf } from './harness/faults.ts';
import { focusComesTo, tabTo } from './harness/keyboard.ts';
import { readTemplate } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
const html = '<html lang="en"><p>Hello</p><img src="cid:logo" alt=""><img src="cid:foot" alt="">';
const source =
  '<!DOCTYPE html>\r\n<html lang=de><head><title>t</title></head><body>\t<p title=\'"\'>Grüße, {{name|"<you>"}} &amp; \u{1F98A}</p>  \n</body></html>';
await account.save(
  { id: 'pictured', html },
  { id: 'plain', html: '<p>Hello</p>' },
  { id: 'bytes', subject: 'Für {{name|"you"}} — \u{1F600}', html: source },
);

const pdf = { name: 'Übersicht.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2048, 'x') };
const logo = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
};
const exe = { name: 'setup.pdf.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') };
const large = { ...pdf, name: 'large.pdf', buffer: Buffer.alloc(701 * 1024, 'x') };

async function openDialog(id: string, to: string, look = {}) {
  const page = await openDashboard(account, `/templates/${id}`, look);
  // The dialog offers the Content-IDs of the mail as it was rendered.
  await editorParts(page).mail.getByText('Hello').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Test send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test mail' });
  await dialog.getByRole('textbox', { name: 'To' }).fill(to);
  const files = dialog.getByRole('list', { name: 'Files' });
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  return { page, dialog, files, send };
}

const choose = ({ dialog }: { dialog: Locator }, ...files: (typeof pdf)[]) =>
  dialog.locator('input[type=file]').setInputFiles(files);

async function filesTo(to: string) {
  const mails = await mailsWhere(({ destination }) => destination.to.includes(to));
  return mails.map(({ attachments }) =>
    attachments.map(({ filename, content, ...file }) => {
      const cid = 'contentId' in file ? (file.contentId ?? null) : null;
      return [filename, cid, Buffer.from(content, 'base64').length];
    }),
  );
}

test('a test mail arrives in the inbox byte for byte as in the preview', async () => {
  const page = await openDashboard(account, '/templates/bytes');
  const { testData, mail, preview } = editorParts(page);
  const rendered: { html: string; text: string; subject: string }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/manage/v1/render')) return;
    // An answer that the page has aborted for a newer one has no body.
    const answer = await response.json().catch(() => null);
    if (answer) rendered.push(answer);
  });

  await append(page, '<p>Not saved \u00e9 {{last|}}</p>');
  await openTestData(page);
  await testData.getByRole('textbox', { name: 'name' }).fill('Änne <b> "{{x}}"\nO’Neil');
  await mail.getByText('Änne <b> "{{x}}"').waitFor();
  await page.getByRole('button', { name: 'Test send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test mail' });
  await dialog.getByRole('textbox', { name: 'To' }).fill('bytes@inbox.example.com');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('Sent to bytes@inbox.example.com').waitFor();

  const marked = await mail.locator('html').evaluate((root) => root.outerHTML);
  // Removes the comments by which the preview finds the texts.
  const shown = marked.replace(/<!--[\da-f-]{36} \d+\.\w+-->/g, '');
  const [arrived, ...more] = await mailsWhere(({ destination }) =>
    destination.to.includes('bytes@inbox.example.com'),
  );
  const { html, text, subject } = rendered.at(-1) ?? {};
  expect([arrived?.body, arrived?.subject, more]).toEqual([{ html, text }, subject, []]);
  expect(html).toContain('\r\n');
  const parsed = await page.evaluate(
    (source) => new DOMParser().parseFromString(source, 'text/html').documentElement.outerHTML,
    html ?? '',
  );
  expect(shown).toBe(parsed);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await preview.getByText('Plain text').click();
  const plain = preview.getByRole('region', { name: 'Plain text of the mail' });
  expect(await plain.textContent()).toBe(text);
  await preview.getByText(subject ?? 'no subject').waitFor();
  expect(await readTemplate(account, 'bytes')).toMatchObject({ revision: 1 });
});

test('files are chosen, shown in the mail by their cid, removed, and sent with the mail', async () => {
  const to = 'chosen@inbox.example.com';
  const opened = await openDialog('pictured', to);
  const { dialog, files, send } = opened;

  await choose(opened, pdf, logo);
  await choose(opened, { ...logo, name: 'footer.png' }, { ...pdf, name: 'not-this.pdf' });
  const place = (name: string) =>
    dialog.getByRole('combobox', { name: `Place of ${name} in the mail` });
  await place('logo.png').selectOption('Shown as cid:logo');
  await place('footer.png').selectOption('Shown as cid:foot');
  await dialog.getByRole('button', { name: 'Remove not-this.pdf' }).click();
  expect(await files.getByRole('listitem').count()).toBe(3);
  await send.click();
  await dialog.getByText(`Sent to ${to}`).waitFor();

  const { record } = await messageTo(account, to);
  expect(record.attachments).toEqual([
    { name: 'Übersicht.pdf', bytes: 2048 },
    { name: 'logo.png', bytes: 68 },
    { name: 'footer.png', bytes: 68 },
  ]);
  expect(await filesTo(to)).toEqual([
    [
      ['Übersicht.pdf', null, 2048],
      ['logo.png', 'logo', 68],
      ['footer.png', 'foot', 68],
    ],
  ]);
});

test('files are attached, removed and sent with the keyboard alone', async () => {
  const to = 'keys@inbox.example.com';
  const opened = await openDialog('pictured', to);
  const { page, dialog, send } = opened;
  const chooseFiles = dialog.getByRole('button', { name: 'Choose files' });
  // Chromium keeps its own window for files closed from now on.
  const asked = page.waitForEvent('filechooser');

  await tabTo(page, chooseFiles);
  await page.keyboard.press('Enter');
  await (await asked).setFiles([pdf, logo]);
  await tabTo(page, dialog.getByRole('button', { name: 'Remove Übersicht.pdf' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focusComesTo(page, chooseFiles);
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await dialog.getByText(`Sent to ${to}`).waitFor();

  expect(await filesTo(to)).toEqual([[['logo.png', null, 68]]]);
});

test('an invalid address and files that are too large together are not sent, and the dialog says why', async () => {
  const opened = await openDialog('plain', 'large@inbox.example.com');
  const { dialog, send } = opened;
  const to = dialog.getByRole('textbox', { name: 'To' });

  await to.fill('nobody');
  await to.press('Enter');
  await dialog
    .getByText(/address/)
    .last()
    .waitFor();
  expect(await descriptionOf(to)).not.toBe('');
  await to.fill('large@inbox.example.com');
  await choose(opened, large);
  await send.click();
  await dialog.getByText('attachments is larger than 700 KB').waitFor();
  await choose(opened, { ...large, name: 'second.pdf' });
  await send.click();
  await dialog.getByText('have more than 1 MB together').waitFor();

  expect(await filesTo('large@inbox.example.com')).toEqual([]);
});

test('a file that SES does not send is refused at its row, and the mail is sent without it', async () => {
  const to = 'refused@inbox.example.com';
  const opened = await openDialog('plain', to);
  const { dialog, files, send } = opened;
  const row = files.getByRole('listitem').filter({ hasText: 'setup.pdf.exe' });

  await choose(opened, pdf, exe);
  await send.click();
  await row.getByText('name has the extension .exe, which SES does not send').waitFor();
  expect(await dialog.getByText('The mail was not sent').count()).toBe(0);
  await row.getByRole('button', { name: 'Remove' }).click();
  await send.click();
  await dialog.getByText(`Sent to ${to}`).waitFor();

  expect(await filesTo(to)).toEqual([[['Übersicht.pdf', null, 2048]]]);
});

test('a test mail with files is sent once, even if its answer was lost and it is tried again', async () => {
  const to = 'lost@inbox.example.com';
  const opened = await openDialog('plain', to);
  const { page, dialog, send } = opened;
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.context().route('**/test-send', loseAnswer, { times: 1 });

  await choose(opened, pdf);
  await send.click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText(`Sent to ${to}`).waitFor();

  expect(await filesTo(to)).toEqual([[['Übersicht.pdf', null, 2048]]]);
});

test('the dialog with files is accessible in light and dark, and fits every window', async () => {
  const opened = await openDialog('pictured', 'look@inbox.example.com', { bypassCSP: true });
  const { page, dialog, send } = opened;

  await choose(opened, pdf, logo, { ...exe, name: `${'long'.repeat(40)}.exe` });
  await send.click();
  await dialog.getByText('name has the extension .exe').waitFor();

  expect(await faultsOf(page, [320, 390, 1024, 1440])).toEqual([]);
});
