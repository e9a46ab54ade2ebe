import { createKey } from '../../shared/manage/keys.ts';
import { openAccount } from '../api/harness/account.ts';
import { callRaw } from '../api/harness/call.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { messageTo } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';

openBrowserForFile();

const html = `<!doctype html><html lang="en"><body style="font-family: sans-serif">
<h1>Hello {{name}}</h1><p>Your code is <b>{{code}}</b>.</p>
<a href="https://acme.example/{{code}}">Sign in</a><script>document.title = 'ran'</script></body></html>`;

const account = await openAccount();
const flow = flowOf(template, provider());
const kept = { subject: 'Sign in', html, flow, keep: '7d', secret: ['code'] };
await account.save({ id: 'kept', ...kept }, { id: 'plain', subject: 'Sign in', html, flow });

async function send(templateId: string): Promise<string> {
  const _to = `${templateId}@good.example`;
  await account.execute({ templateId, variables: { name: 'Ada', code: '123456' }, _to });
  return (await messageTo(account, _to)).record.messageId;
}

test('the page of a message shows its kept mail in a frame that runs nothing, with secrets masked, and whole on a phone', async () => {
  const page = await openDashboard(account, `/messages/${await send('kept')}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  const mail = preview.getByTitle('Preview of the mail').contentFrame();
  await mail.getByText('Hello Ada').waitFor();

  const shown = await mail.locator('body').textContent();
  await page.setViewportSize({ width: 390, height: 844 });
  const { x = 0, width = 0 } =
    (await preview.getByTitle('Preview of the mail').boundingBox()) ?? {};
  await page.setViewportSize({ width: 1440, height: 900 });
  await preview.getByText('Plain text').click();
  const text = await page.getByRole('region', { name: 'Plain text of the mail' }).textContent();
  const variables = await page.getByRole('region', { name: 'Variables as JSON' }).textContent();

  expect(width).toBeGreaterThan(300);
  expect(x + width).toBeLessThanOrEqual(390 - 16);
  expect(shown).toContain('Your code is ••••••.');
  expect(text).toContain('Your code is ••••••.');
  expect(JSON.parse(variables ?? '')).toEqual({ name: 'Ada', code: '••••••' });
  expect(await page.getByText('This copy is kept until').count()).toBe(1);
  expect(await page.locator('html').innerHTML()).not.toContain('123456');
});

test('the page of a captured mail shows the mail without masks', async () => {
  const { accountId } = account;
  const { secret } = await createKey(account.ports, { accountId, name: 'ci', test: {} });
  const variables = { name: 'Eve', code: '654321' };
  const body = { templateId: 'kept', variables, _to: 'a@b.example' };
  const sent = await callRaw('/v1/execute', { key: secret, body });
  const id = sent.headers['x-message-id'];

  const page = await openDashboard(account, `/messages/${id}`);
  const mail = page.getByTitle('Preview of the mail').contentFrame();
  await mail.getByText('Hello Eve').waitFor();

  expect(await mail.locator('body').textContent()).toContain('Your code is 654321.');
});

test('the variables and recipients of a kept mail are tried again, and nothing is sent', async () => {
  const id = await send('kept');
  const page = await openDashboard(account, `/messages/${id}`);
  await page.getByRole('link', { name: 'Try the template with these' }).click();
  const note = page.getByText('• in place of the values of secret variables');
  await note.waitFor();
  await page.getByText('List', { exact: true }).click();
  await note.waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Everything passes').waitFor();
  const mail = page.getByTitle('Preview of the mail').contentFrame();
  await mail.getByText('Hello Ada').waitFor();

  const to = await page.getByRole('textbox', { name: '_to' }).inputValue();
  const newest = await messageTo(account, to);
  expect(to).toBe('kept@good.example');
  expect(newest.record.messageId).toBe(id);
  expect(await mail.locator('body').textContent()).toContain('Your code is ••••••.');
});

test('the page of a message without a copy says nothing about one', async () => {
  const id = await send('plain');
  const page = await openDashboard(account, `/messages/${id}`);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.waitForLoadState('networkidle');

  expect(await page.getByRole('heading', { name: 'Mail', exact: true }).count()).toBe(0);
});
