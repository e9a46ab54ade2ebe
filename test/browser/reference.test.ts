import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({
  id: 'welcome',
  subject: 'Hello',
  html: '<p>Hello {{name}} of {{city|Rome}}</p>',
});
const { secret, hint } = await askManage<{ secret: string; hint: string }>(account, '/api-keys', {
  method: 'POST',
  body: { name: 'Website', mode: 'test' },
});

test('the API reference makes a request with a test key, and shows a refusal as the API wrote it', async () => {
  const page = await openDashboard(account, '/docs/api', { bypassCSP: true });
  const form = page.getByRole('form', { name: 'Try render' });
  const answer = form.getByRole('region', { name: 'The answer to your render' });

  await page.getByRole('navigation', { name: 'Endpoints' }).getByText('Errors').click();
  await page.getByRole('table', { name: 'Errors of all endpoints' }).waitFor();
  await form.getByRole('textbox', { name: 'Test key' }).fill('pr_live');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('Paste the whole secret of a test key').waitFor();
  await form.getByRole('textbox', { name: 'Test key' }).fill(secret);
  await form.getByRole('textbox', { name: 'Body' }).fill('{"template_id": "none"}');
  await form.getByRole('button', { name: 'Send' }).click();
  await answer.getByText('"error": "Template not found"').waitFor();
  const body = { template_id: 'welcome', variables: { name: 'Ada' } };
  await form.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(body));
  await form.getByRole('button', { name: 'Send' }).click();
  await answer.getByText('<p>Hello Ada of Rome</p>').waitFor();

  expect(await accessibilityFindings(page, 'all')).toEqual([]);
});

test('the API tab has the program of each language with the template’s data, its variables and the chosen key', async () => {
  const page = await openDashboard(account, '/templates/welcome/api', { bypassCSP: true });
  const execute = (language: string) =>
    page.getByRole('region', { name: `Execute with ${language}` });
  await execute('curl').getByText('"templateId": "welcome"').waitFor();
  const clicks = await countClicks(page);

  for (const language of ['Node client', 'Python', 'Go', 'PHP', 'Ruby']) {
    await page
      .getByRole('radiogroup', { name: 'Language of the examples' })
      .getByText(language)
      .click();
    await execute(language).getByText(account.baseUrl).waitFor();
  }
  const counted = await clicks();
  await page.getByRole('combobox', { name: 'API key' }).selectOption('Website (test key)');
  await page.getByText(`export POSTRIDER_API_KEY='${hint}'`).waitFor();

  expect(counted).toBe(5);
  expect(await page.getByRole('row').allTextContents()).toEqual([
    'VariableWithout a value',
    'nameRefused: required',
    'city“Rome”',
  ]);
  expect(await accessibilityFindings(page, 'all')).toEqual([]);
});
