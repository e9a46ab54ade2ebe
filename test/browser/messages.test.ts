import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { restoreAccount } from '../../shared/manage/accounts.ts';
import { addSuppression, listSuppressions } from '../../shared/manage/suppression.ts';
import { accountId, fillMessages } from '../../trials/bench/growth/fill-messages.ts';
import { openAccount } from '../api/harness/account.ts';
import { deployment } from '../api/harness/deployment.ts';
import { messageThatIs } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();

const large = { accountId, name: 'Large', plan: 'team', messageParts: 1 } as const;
await restoreAccount(account.ports, { ...large, createdAt: '2026-05-01T00:00:00.000Z' });
const { client } = account.ports.accounts;
const name = deployment.outputs.MessagesTable ?? '';
await fillMessages({ client, name, count: 2_300 });

const bounced = 'bounce@simulator.amazonses.com';
const rowTo = (page: Page, address: string) => page.getByRole('row').filter({ hasText: address });
const rows = (page: Page) => page.getByRole('row').filter({ hasText: '@' }).count();
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const sendTo = (to: string) =>
  account.execute({ templateId: 'letter', variables: { name: 'Ada' }, _to: to });

test("two clicks lead from the list of templates to a failed message's reason, what to do, its flow and SES's reports", async () => {
  const page = await openDashboard(account, '/templates');
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await rowTo(page, bounced).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();

  const said = (await page.getByRole('main').textContent()) ?? '';
  expect(await clicks()).toBe(2);
  expect(said).toContain('The address does not exist');
  expect(said).toContain('Send nothing more to this address');
  expect(said).toContain('550 5.1.1');
  expect(said).toMatch(
    new RegExp(
      [
        'Requested with key key_\\w+ \\(request .+\\): template letter, revision 2',
        ...['Recorded as SENDING', 'SES accepted it as ses-'],
        'Bounced \\(Permanent/General\\) bounce@simulator',
      ].join('[^]*'),
    ),
  );
});

test("filters by state and recipient are kept in the page's address, and what matches is saved as a CSV file", async () => {
  const page = await openDashboard(account, '/messages');
  await rowTo(page, bounced).waitFor();
  const before = await rows(page);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('BOUNCED');
  await page.getByRole('button', { name: 'Done' }).click();
  await rowTo(page, 'ada@good.example').waitFor({ state: 'detached' });
  await rowTo(page, bounced).waitFor();
  const inState = await rows(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await text(await (await saving).createReadStream());
  await box(page).fill('nobody@good.example');
  await page.getByText('No matching messages').waitFor();
  await page.reload();
  await page.getByText('No matching messages').waitFor();
  const kept = await box(page).inputValue();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rowTo(page, 'ada@good.example').waitFor();

  const [head = '', ...lines] = file.trim().split('\r\n');
  expect(head).toContain('id,created,state,to,subject');
  expect(lines).toEqual([expect.stringMatching(`^${account.bouncedId},.+,BOUNCED,${bounced},`)]);
  expect({ before, inState, kept, after: await rows(page) }).toEqual({
    ...{ before: 2, inState: 1, kept: 'nobody@good.example', after: 2 },
  });
});

test('the filters that are set share one row above the list, which is in the middle of a wide window', async () => {
  const set = '?state=BOUNCED&template=letter&domain=simulator.amazonses.com&from=7d';
  const page = await openDashboard(account, `/messages${set}`, {
    viewport: { width: 1280, height: 800 },
  });
  await rowTo(page, bounced).waitFor();
  const chips = page.getByRole('group', { name: 'Filters' }).getByRole('button');
  const tops = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().y));
  const first = await rowTo(page, bounced).boundingBox();
  await page.setViewportSize({ width: 1920, height: 1080 });
  const [table, main] = await Promise.all([
    page.getByRole('table').boundingBox(),
    page.getByRole('main').boundingBox(),
  ]);
  const middleOf = (box: typeof table) => Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);

  expect(tops).toHaveLength(5);
  expect(new Set(tops).size).toBe(1);
  expect(first?.y).toBeLessThan(400);
  expect(middleOf(table)).toBe(middleOf(main));
});

test('a text that is too long is reported at its field, and the list is not shown', async () => {
  const page = await openDashboard(account, `/messages?search=${'long '.repeat(200)}`);

  await box(page).and(page.locator('[aria-invalid="true"]')).waitFor();
  await page.getByText('search must have at most 500 characters').waitFor();

  expect(await page.getByRole('row').count()).toBe(0);
});

test('what execute answered is pasted, and Enter opens the message; Back shows the list with it', async () => {
  const { sesMessageId } = (await messageThatIs('BOUNCED', account, bounced)).record;
  const page = await openDashboard(account, '/messages');

  await box(page).fill(` "${sesMessageId}"\n`);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/messages/${account.bouncedId}`);
  await page.goBack();
  await rowTo(page, bounced).waitFor();
  await box(page)
    .and(page.locator(`[value*="${sesMessageId}"]`))
    .waitFor();

  expect(await rows(page)).toBe(1);
});

test('new messages appear by themselves once they are requested', async () => {
  const page = await openDashboard(account, '/messages');
  await rowTo(page, bounced).waitFor();
  const before = await rows(page);

  await sendTo('eve@good.example');
  const show = page.getByRole('button', { name: 'Show 1 new message' });
  await show.waitFor();
  const meanwhile = await rows(page);
  await show.click();
  await rowTo(page, 'eve@good.example').waitFor();

  expect({ meanwhile, after: await rows(page) }).toEqual({
    meanwhile: before,
    after: before + 1,
  });
});

test('a suppressed address is explained, removed and suppressed again, and execute follows', async () => {
  const page = await openDashboard(account, '/settings/suppressions');
  const before = await sendTo(bounced);

  await page.getByRole('button', { name: `Remove ${bounced}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No suppressed addresses').waitFor();
  await page.getByRole('button', { name: 'Suppress an address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('not an address');
  await page.getByRole('button', { name: 'Suppress', exact: true }).click();
  const refused = page.locator('[aria-invalid="true"]');
  await page.getByRole('textbox', { name: 'Address' }).and(refused).waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill('eve@good.example');
  await page.getByRole('textbox', { name: 'Note' }).fill('asked for it');
  await page.getByRole('button', { name: 'Suppress', exact: true }).click();
  await page.getByText('asked for it').waitFor();
  const after = await sendTo('eve@good.example');

  const suppressed = { success: false, type: 'validation_failed', field: '_to' };
  expect(before.body).toMatchObject(suppressed);
  expect(after.body).toMatchObject(suppressed);
});

test('several suppressed addresses are found by a part, and removed at once', async () => {
  const page = await openDashboard(account, '/settings/suppressions');
  for (const name of ['one', 'two', 'other']) {
    await addSuppression(account.ports, account.accountId, { address: `${name}@bulk.example` });
  }

  await page.getByRole('searchbox', { name: 'Search suppressed addresses' }).fill('BULK.ex');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Choose all 3' }).check();
  await page.getByRole('checkbox', { name: 'Choose other@bulk.example' }).uncheck();
  await page.getByRole('button', { name: 'Remove the chosen' }).click();
  await page
    .getByRole('dialog', { name: 'Remove 2 addresses' })
    .getByText('Remove', { exact: true })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('two@bulk.example').waitFor({ state: 'detached' });

  const { suppressions } = await listSuppressions(account.ports, account.accountId, {
    search: 'bulk',
  });
  expect(suppressions.map(({ address }) => address)).toEqual(['other@bulk.example']);
});

test("the account's page shows its plan, its limits and today's usage", async () => {
  const page = await openDashboard(account, '/settings/account');
  await page.getByText(account.accountId).waitFor();

  const said = (await page.getByRole('main').textContent()) ?? '';

  expect(said).toMatch(/PlanTeam/i);
  expect(said).toContain('1,000 a minute');
  expect(said).toMatch(/\d+ days[1-9]\d* requests/);
});

test('an account is renamed in three clicks, and two clicks switch to another account', async () => {
  const own = await openAccount();
  const page = await openDashboard(own, '/');
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Rename the account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the account' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  await page.keyboard.press('Enter');
  await dialog.getByText('The name must not be empty').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Acme Shop');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByTitle('Account and appearance').getByText('Acme Shop').waitFor();

  const renaming = await clicks();
  const foot = page.getByTitle('Account and appearance');
  await foot.click();
  const switching = (await clicks()) - renaming;
  // This click loads the page again, and with it the count.
  // The page drops the query as soon as its script runs.
  const address = `**/settings/account?account=${account.accountId}`;
  const arrived = page.waitForURL(address, { waitUntil: 'commit' });
  await page.getByRole('link', { name: account.accountId }).click();
  await arrived;
  await page.getByRole('main').getByText(account.accountId).waitFor();

  expect([renaming, switching + 1]).toEqual([3, 2]);
});

test('a refused request is in the list with its error, and its page says what to do', async () => {
  const variables = { name: 'Ada' };
  const body = { templateId: 'letter', variables, _to: 'nobody', _reference: 'order-1001' };
  await account.execute(body);
  const page = await openDashboard(account, '/messages?state=REFUSED');

  await page.getByRole('link', { name: 'The recipient is not a valid email' }).click();
  await page.getByRole('heading', { level: 1, name: 'The recipient is not a valid' }).waitFor();
  await page.getByRole('heading', { name: 'Details' }).waitFor();
  const said = (await page.getByRole('main').textContent()) ?? '';

  expect(said).toContain('The request was refused, so nothing was sent.');
  expect(said).toContain('Correct what the error names, and send the request again.');
  expect(said).toContain('order-1001');
  expect(said).not.toContain('No report yet');
  expect(said).toContain('Field _to');
  await page.getByRole('link', { name: 'Open the flow' }).click();
  await page.waitForURL('**/templates/letter/flow');
});

test('a message that came through a door says so in the list and on its page', async () => {
  const body = {
    templateId: 'letter',
    variables: {},
    _to: 'smtp@good.example',
    from: 'eve@x.example',
  };
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  await fetch(`${deployment.doorsUrl}/smtp`, request);
  const page = await openDashboard(account, '/messages?state=REFUSED');

  await rowTo(page, 'smtp@good.example')
    .getByRole('img', { name: 'Requested through SMTP' })
    .waitFor();
  await rowTo(page, 'smtp@good.example').click();
  await page.getByText('Through', { exact: true }).waitFor();
  const said = (await page.getByRole('main').textContent()) ?? '';

  expect(said).toMatch(/Requested through SMTP with key key_/);
  expect(said).toContain('Name the sender of the flow in the request');
});

test('thousands of messages are shown page by page, and a search goes on by itself to the end', async () => {
  const page = await openDashboard({ accountId }, '/messages');

  await page.getByText('50 messages so far').waitFor();
  const first = await rows(page);
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('100 messages so far').waitFor();
  const second = await rows(page);
  await box(page).fill('no such words');
  await page.getByText('0 found among 2,300 messages').waitFor();
  await page.getByText('No matching messages').waitFor();

  expect([first, second]).toEqual([50, 100]);
});

test('Stop ends a search at the page that is being read, and Search further goes on', async () => {
  const page = await openDashboard({ accountId }, '/messages');
  await rowTo(page, 'reader299@example.com').first().waitFor();
  let letThrough = () => {};
  await page.route('**/messages?*cursor=*', async (route) => {
    await new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await route.continue();
  });

  await box(page).fill('reader7@');
  await page.getByText('1 found, 1,000 messages looked at, back to 1 May 2026').waitFor();
  const early = await rows(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  letThrough();
  await page.getByText('2 found among 2,000 messages, back to 1 May 2026').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Search further' }).click();
  await page.getByText('3 found among 2,300 messages').waitFor();

  expect([early, await rows(page)]).toEqual([1, 3]);
});

test('the mails to an address are found to the end, also after the network was lost', async () => {
  const page = await openDashboard({ accountId }, '/messages');
  await rowTo(page, 'reader299@example.com').first().waitFor();
  await page.route('**/messages?*cursor=*', (route) => route.abort());

  await box(page).fill('reader7@example.com');
  await page.getByText('The rest of the list could not be loaded').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('3 found among 2,300 messages').waitFor();

  expect(await rowTo(page, 'reader7@example.com').count()).toBe(3);
});
