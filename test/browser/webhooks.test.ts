import type { Locator, Page } from 'playwright-core';
import { verifyAt } from '../../client/src/webhook.ts';
import { removeSuppression } from '../../shared/manage/suppression.ts';
import { addWebhook, listWebhooks } from '../../shared/manage/webhooks/webhooks.ts';
import { openAccount } from '../api/harness/account.ts';
import { flowOf, provider, template } from '../api/harness/flow.ts';
import { messageThatIs } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { faultsOf } from './harness/faults.ts';
import { openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();

const secretDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Store the secret of your webhook now' });
const rowOf = (page: Page, url: string) => page.getByRole('row').filter({ hasText: url });
const detail = (page: Page) => page.getByRole('region', { name: 'Deliveries' });
const states = async () =>
  (await listWebhooks(account.ports, account.accountId)).map(({ url, state }) => [url, state]);

async function secretIn(dialog: Locator): Promise<string> {
  return /whsec_[\w+/]+=*/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
}

async function add(page: Page, url: string, type?: string): Promise<string> {
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  if (type) {
    await page.getByText('Only some').click();
    await page.getByRole('checkbox', { name: type }).check();
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await secretDialog(page).waitFor();
  return secretIn(secretDialog(page));
}

async function confirmStored(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have stored it' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function choose(page: Page, url: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${url}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a webhook is added, paused, resumed, given a new secret, tested and deleted, and each secret is shown once', async () => {
  const { url, received } = await startReceiver(204);
  const page = await openDashboard(account, '/settings/webhooks');
  const first = await add(page, url);
  await secretDialog(page).getByText('it answered 204').waitFor();
  await confirmStored(page);
  await rowOf(page, url).getByText('Active').waitFor();
  const [early] = received;

  await choose(page, url, 'Pause');
  await rowOf(page, url).getByText('Paused').waitFor();
  await detail(page).getByText('A user paused it').waitFor();
  const paused = await states();
  await choose(page, url, 'Resume');
  await rowOf(page, url).getByText('Active').waitFor();
  await choose(page, url, 'Rotate the secret');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByText('The old secret signs as well until').waitFor();
  const second = await secretIn(page.getByRole('dialog'));
  await confirmStored(page);
  await page.getByRole('button', { name: `Send a test event to ${url}` }).click();
  await detail(page).getByText('The test event arrived').waitFor();
  const kept = await page.content();
  await choose(page, url, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await rowOf(page, url).waitFor({ state: 'detached' });

  const late = received.at(-1);
  const signed = [[early, first] as const, [late, first] as const, [late, second] as const];
  const verified = await Promise.all(
    signed.map(([event, secret]) =>
      verifyAt(Date.now(), event?.body ?? '', event?.headers ?? {}, secret),
    ),
  );
  expect(verified.map(({ type }) => type)).toEqual(Array(3).fill('webhook.test'));
  expect([first, second].filter((secret) => kept.includes(secret))).toEqual([]);
  expect(paused).toContainEqual([url, 'paused']);
  expect(await states()).not.toContainEqual([url, expect.anything()]);
});

test('a webhook that fails is red, and the message’s page leads to it and sends the event again', async () => {
  // A new account, because the service caches the webhooks of an account for 30 s.
  const own = await openAccount();
  const flow = flowOf(template, provider());
  await own.save({ id: 'letter', html: '<p>Dear {{name}}</p>', flow });
  const { url, received } = await startReceiver(204, 500, 500, 204);
  const page = await openDashboard(own, '/settings/webhooks');
  await add(page, url, 'bounced');
  await confirmStored(page);
  const _to = 'bounce@simulator.amazonses.com';
  await removeSuppression(own.ports, own.accountId, _to);
  await own.execute({ templateId: 'letter', variables: { name: 'Eve' }, _to });
  const { record } = await messageThatIs('BOUNCED', own, _to);
  await until(() => received.length >= 3);

  await rowOf(page, url).getByText('Failing').waitFor();
  await detail(page).getByText('The last 2 tries failed.').waitFor();
  const shown = (await detail(page).textContent()) ?? '';
  await openDashboard(own, `/messages/${record.messageId}`, { window: page });
  await page.getByText(`Webhook ${url} answered 500 to message.bounced, next try`).waitFor();
  await openDashboard(own, '/', { window: page });
  await page.getByRole('heading', { name: 'Webhook problems' }).waitFor();
  await openDashboard(own, `/messages/${record.messageId}`, { window: page });
  await page.getByRole('link', { name: 'Show the webhook' }).click();
  await detail(page).getByRole('button', { name: 'Send the event again: bounced' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Send the event again: to' }).click();
  await page.getByText('The event was sent again').waitFor();
  await page.getByText(`Webhook ${url} answered 500`).waitFor({ state: 'detached' });

  const ids = received.slice(1).map(({ headers }) => headers['webhook-id']);
  expect(shown).toContain('the receiver answered 500');
  expect(ids).toEqual(Array(3).fill(ids[0]));
});

test('a webhook is paused in 2 clicks, edited in 3 with its secret kept, and rotated in 6, with the one that copies the secret', async () => {
  const own = await openAccount();
  const { url, received } = await startReceiver(204);
  const { secret } = await addWebhook(
    { ...own.ports, post: { loopback: true }, sendsEvents: true },
    own.accountId,
    { url, types: ['message.bounced'] },
  );
  const page = await openDashboard(own, '/settings/webhooks', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await rowOf(page, url).getByText('Active').waitFor();
  const clicks = await countClicks(page);
  const made: number[] = [];
  const count = async () =>
    void made.push((await clicks()) - made.reduce((sum, each) => sum + each, 0));

  await choose(page, url, 'Pause');
  await rowOf(page, url).getByText('Paused').waitFor();
  await count();
  await choose(page, url, 'Edit');
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Address' });
  await field.fill(`${url}/new`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await rowOf(page, `${url}/new`).getByText('bounced').waitFor();
  await count();
  await choose(page, `${url}/new`, 'Rotate the secret');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await confirmStored(page);
  await count();

  expect(made).toEqual([2, 3, 6]);
  await page.getByRole('button', { name: `Send a test event to ${url}/new` }).click();
  await detail(page).getByText('The test event arrived').waitFor();
  const [event] = received;
  const { type } = await verifyAt(Date.now(), event?.body ?? '', event?.headers ?? {}, secret);
  expect(type).toBe('webhook.test');
});

test('the deliveries of a webhook have accepted events, each with its body and the answer', async () => {
  const own = await openAccount();
  await own.save({ id: 'letter', html: '<p>Hello</p>', flow: flowOf(template, provider()) });
  const { url, received } = await startReceiver(204);
  await addWebhook({ ...own.ports, post: { loopback: true }, sendsEvents: true }, own.accountId, {
    url,
  });
  await own.execute({ templateId: 'letter', variables: {}, _to: 'ada@good.example' });
  await messageThatIs('DELIVERED', own, 'ada@good.example');
  await until(() => received.length >= 1);
  const page = await openDashboard(own, '/settings/webhooks', { bypassCSP: true });

  await detail(page).getByText('It accepted 1 of the 1 events of the last 7 days').waitFor();
  const row = detail(page).getByRole('row').filter({ hasText: 'delivered' });
  await row.getByText('204').waitFor();
  await row.getByRole('button', { name: 'delivered' }).click();
  await row.getByText('An empty body').waitFor();
  await row.getByText('"to": "ada@good.example"').waitFor();

  expect(await faultsOf(page, [1440, 390])).toEqual([]);
});
