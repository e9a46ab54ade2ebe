import { listMessages } from '../../shared/manage/messages/messages.ts';
import { openAccount } from '../api/harness/account.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { messageThatIs, messageTo } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';

openBrowserForFile();

const account = await openAccount();
const flow = flowOf(template, provider());
const html = '<h1>Invoice {{number}}</h1>';
await account.save(
  { id: 'invoice', subject: 'Invoice {{number}}', html, flow, keep: '7d' },
  { id: 'plain', subject: 'Hello', html: '<p>Hello</p>', flow },
);
const bounced = 'bounce@simulator.amazonses.com';

async function send(_to: string, templateId = 'invoice'): Promise<string> {
  await account.execute({ templateId, variables: { number: '77' }, _to, _reference: 'order-77' });
  return (await messageTo(account, _to)).record.messageId;
}

test('two clicks lead from the overview to why a customer got no invoice, and to what can be done', async () => {
  await send(bounced);
  await messageThatIs('BOUNCED', account, bounced);
  const page = await openDashboard(account, '/');
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search messages' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('bounce@');
  await page.getByText('1 found among').waitFor();
  await page.getByRole('row').filter({ hasText: bounced }).click();
  await page.getByText('The address does not exist').first().waitFor();
  await page.getByTitle('Preview of the mail').contentFrame().getByText('Invoice 77').waitFor();

  expect(await clicks()).toBe(2);
  const buttons = page.getByRole('main').getByRole('button');
  expect(await buttons.allTextContents()).toEqual(
    expect.arrayContaining(['Send again', 'Remove suppression', 'Copy link']),
  );
});

test('a mail is sent again once, although the answer to the first press is lost', async () => {
  const to = 'grace@good.example';
  const id = await send(to);
  const page = await openDashboard(account, `/messages/${id}`);
  await page.route('**/send-again', async (route) => {
    await route.fetch();
    await route.abort();
  });

  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this mail again?' });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('link', { name: 'the mail of an earlier message' }).click();
  await page.waitForURL(`**/messages/${id}`);

  const { messages } = await listMessages(account.ports, account.accountId, { to });
  expect(messages.map(({ reference }) => reference)).toEqual(['order-77', 'order-77']);
});

test('without a kept copy, Send again says how to ask your code', async () => {
  const page = await openDashboard(account, `/messages/${await send('eve@good.example', 'plain')}`);

  await page.getByRole('button', { name: 'Send again' }).click();

  const dialog = page.getByRole('dialog', { name: 'Only your code can send this mail again' });
  await dialog.getByText('No copy of this mail is kept').waitFor();
  await dialog.getByText('with a new Idempotency-Key').waitFor();
});

test("Suppress on a message's page is shown on the recipient's page, which lists their mails and takes it back", async () => {
  const to = 'alan@good.example';
  await send(to, 'plain');
  const page = await openDashboard(account, `/messages/${await send(to)}`);

  await page.getByRole('button', { name: 'Suppress', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suppress' }).click();
  await page.getByText('This address is on the suppression list').waitFor();
  await page.getByRole('link', { name: to }).first().click();
  await page.getByText('Suppressed since').waitFor();
  await page.getByText('2 found among').waitFor();
  await page.getByRole('button', { name: 'Remove suppression' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('This account may send to it').waitFor();

  expect(await page.getByRole('row').filter({ hasText: to }).count()).toBe(2);
  const { suppressed } = await listMessages(account.ports, account.accountId, { to });
  expect(suppressed).toBeUndefined();
});
