import { openAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { editorParts, publish } from './harness/editor.ts';
import { createTemplate, readTemplate } from './harness/manage.ts';

openBrowserForFile();

const html =
  '<html lang="de"><body><h1>Guten Tag, {{name}}!</h1><p>Danke für {{order}}.</p></body></html>';

const account = await openAccount();
const other = Array.from({ length: 299 }, (_, at) => ({ id: `mail-${at}`, html: '<p>Hi</p>' }));
await account.save(...other);
const beleg = { id: 'beleg', name: 'Beleg für Käufer', subject: 'Ihr Beleg', html };
const testData = { name: 'Ada', order: 'Tee' };
await createTemplate(account, { ...beleg, language: 'de', testData });

test('a new user changes the greeting of a German receipt, sends it as a test mail, publishes it and restores the first revision', async () => {
  const page = await openDashboard(account, '/');
  const parts = editorParts(page);
  const all = await countClicks(page);
  const counts: Record<string, number> = {};
  let before = 0;
  const step = async (name: string) => {
    const now = await all();
    counts[name] = now - before;
    before = now;
  };

  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByPlaceholder('Find by name or id').fill('kaufer');
  await page.keyboard.press('Enter');
  await page.getByText('1 template', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Beleg für Käufer' }).click();
  await parts.mail.getByText('Guten Tag, Ada!').waitFor();
  await step('finds the receipt among 300');

  await page.getByRole('button', { name: 'Edit text' }).click();
  await parts.mail.getByRole('button', { name: /Guten Tag/ }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+Control+ArrowRight');
  await page.keyboard.type('Schönen');
  await page.keyboard.press('Enter');
  await parts.mail.getByText('Schönen Tag, Ada!').waitFor();
  await step('changes the greeting');

  await page.getByRole('button', { name: 'Test send' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Sent to you@inbox.example.com' }).waitFor();
  await page.keyboard.press('Escape');
  await step('sends it to themselves');

  await publish(page);
  await parts.status.getByText('Published as revision').waitFor();
  await parts.mail.getByText('Schönen Tag, Ada!').waitFor();
  const published = await servedGreeting();
  await step('publishes it');

  await page.getByRole('link', { name: 'Revisions' }).click();
  const look = page.getByRole('region', { name: 'Revision 1', exact: true });
  await look.locator('iframe').contentFrame().getByText('Guten Tag, Ada!').waitFor();
  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await parts.mail.getByText('Guten Tag, Ada!').waitFor();
  await step('takes it back');

  expect(counts).toEqual({
    'finds the receipt among 300': 2,
    // One more click is in the mail, whose frame counts none.
    'changes the greeting': 1,
    'sends it to themselves': 2,
    'publishes it': 2,
    'takes it back': 3,
  });
  expect([published, await servedGreeting()]).toEqual(['Schönen Tag', 'Guten Tag']);
  const mails = await mailsWhere(({ body }) => body.html?.includes('Schönen Tag, Ada!') ?? false);
  expect(mails).toHaveLength(1);
});

async function servedGreeting(): Promise<string | undefined> {
  return /<h1>(.*?),/.exec((await readTemplate(account, 'beleg')).html)?.[1];
}
