import { openAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { focusComesTo, tabTo } from './harness/keyboard.ts';

openBrowserForFile();

test('a new user gets from an empty account to a mail in the inbox with the keyboard only', async () => {
  const account = await openAccount();
  const page = await openDashboard(account, '/');
  const to = `${account.accountId}@good.example`;
  const press = (key: string) => page.keyboard.press(key);

  await tabTo(page, page.getByRole('link', { name: 'Write one' }));
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'New template' }));
  await press('Enter');
  await focusComesTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('First mail');
  await tabTo(page, page.getByRole('button', { name: 'Create' }));
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'First mail' }).waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Subject' }));
  await press('ControlOrMeta+a');
  await page.keyboard.type('Hello from the keyboard');
  const html = page.getByRole('textbox', { name: 'HTML source' });
  await tabTo(page, html);
  await press('ControlOrMeta+a');
  await page.keyboard.insertText('<p>Typed, {{name}}</p>');
  await press('Escape');
  await press('ControlOrMeta+s');
  await page.getByText('Draft saved').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Publish…' }), 'Shift+Tab');
  await press('Enter');
  await focusComesTo(page, page.getByRole('textbox', { name: 'Note' }));
  await press('Enter');
  await page.getByText('Published as revision 2').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Test send' }), 'Shift+Tab');
  await press('Enter');
  await focusComesTo(page, page.getByRole('textbox', { name: 'To' }));
  await press('ControlOrMeta+a');
  await page.keyboard.type(to);
  await press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/sent|accepted/i)
    .first()
    .waitFor();

  const mails = await mailsWhere(({ destination }) => destination.to.includes(to));
  expect(mails).toMatchObject([
    {
      subject: 'Hello from the keyboard',
      body: { html: '<p>Typed, Ada</p>', text: 'Typed, Ada' },
    },
  ]);
});
