import { openAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { descriptionOf } from './harness/described.ts';
import { append, editorParts } from './harness/editor.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

const html =
  '<!DOCTYPE html>\r\n<html lang=de><head><title>t</title></head><body>\t<p title=\'"\'>Grüße, {{name|"<you>"}} &amp; \u{1F98A}</p>  \n</body></html>';

const account = await openAccount();
await account.save({ id: 'bytes', subject: 'Für {{name|"you"}} — \u{1F600}', html });

const sent = (to: string) => mailsWhere(({ destination }) => destination.to.includes(to));

test('a test mail arrives in the inbox byte for byte as in the preview', async () => {
  const page = await openDashboard(account, '/templates/bytes');
  const { testData, mail, preview } = editorParts(page);
  const rendered: { html: string; text: string; subject: string }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/manage/v1/render')) return;
    // The answer that the page has given up for a newer one has no body any more.
    const answer = await response.json().catch(() => null);
    if (answer) rendered.push(answer);
  });

  await append(page, '<p>Not saved \u00e9 {{last|}}</p>');
  await testData.getByRole('textbox', { name: 'name' }).fill('Änne <b> "{{x}}"\nO’Neil');
  await mail.getByText('Änne <b> "{{x}}"').waitFor();
  await page.getByRole('button', { name: 'Test send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test mail' });
  await dialog.getByRole('textbox', { name: 'To' }).fill('bytes@inbox.example.com');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('Sent to bytes@inbox.example.com').waitFor();

  const marked = await mail.locator('html').evaluate((root) => root.outerHTML);
  // The comments by which the preview finds the texts.
  const shown = marked.replace(/<!--[\da-f-]{36} \d+\.\w+-->/g, '');
  const [arrived, ...more] = await sent('bytes@inbox.example.com');
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
  expect(await askManage(account, '/templates/bytes')).toMatchObject({ revision: 1 });
});

test('an invalid address of a test mail is refused at its field', async () => {
  const page = await openDashboard(account, '/templates/bytes');

  await page.getByRole('button', { name: 'Test send' }).click();
  const to = page.getByRole('textbox', { name: 'To' });
  await to.fill('nobody');
  await page.keyboard.press('Enter');

  await page
    .getByText(/address/)
    .last()
    .waitFor();
  expect(await descriptionOf(to)).not.toBe('');
});
