import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { publish, refuseDrafts } from './harness/editor.ts';
import { faultsOf } from './harness/faults.ts';
import { misfits, standsStill } from './harness/fit.ts';
import { openRichAccount } from './harness/full-account.ts';
import { type KnownPage, knownPages } from './harness/known-pages.ts';
import { askManage, saveDraft } from './harness/manage.ts';
import { shiftFindings } from './harness/shift.ts';

openBrowserForFile();

const account = await openRichAccount();

async function open({ path, title, content }: KnownPage): Promise<Page> {
  const page = await openDashboard(account, path(account), { bypassCSP: true });
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const awaited = page.getByText(content).filter({ visible: true }).first();
  await awaited.waitFor().catch(async (cause) => {
    const shown = await page.locator('main').ariaSnapshot();
    throw new Error(`${content} is not shown, but: ${shown}`, { cause });
  });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  return page;
}

const rooms = {
  'a phone': { width: 390, height: 844 },
  'a narrow phone': { width: 320, height: 640 },
  'a desktop zoomed to 200 %': { width: 640, height: 360 },
} as const;

/** Readers did not understand these. */
const oldWords = [
  ...['à la carte', 'On execute', 'Execute refuses', 'saved in the dashboard', 'Suppression list'],
  ...['only message', 'no daily quota', 'All three accept', 'in Layout ·', 'Somebody'],
];

test('the list of tested pages equals the router’s', async () => {
  const router = await readFile('dashboard/src/router.tsx', 'utf8');

  const routes = [...router.matchAll(/'([^']*)'(?:: \(\) => import|, element: <NotFound)/g)];

  const known = knownPages.map(({ route }) => route);
  expect(known.toSorted()).toEqual(routes.map(([, route]) => route).toSorted());
});

test.each(knownPages)(
  '$route is accessible in light, dark and the reader’s own colours, and stands still while it loads, and has everything within reach on a phone and zoomed',
  async (known) => {
    const page = await open(known);
    const found: Record<string, string[]> = {};
    const text = (await page.locator('body').textContent()) ?? '';

    found['old words'] = oldWords.filter((words) => text.includes(words));
    found['layout shift'] = await shiftFindings(page);
    found['light and dark'] = await faultsOf(page, []);
    for (const [room, size] of Object.entries(rooms)) {
      const forcedColors = size.width === 640 ? 'active' : 'none';
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light', forcedColors });
      await page.getByRole('heading', { level: 1, name: known.title }).waitFor();
      found[room] = await misfits(page);
    }
    found['the reader’s own colours'] = await accessibilityFindings(page, 'contrast');

    expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([]);
  },
);

const emptyLists = {
  '/': 'Send the first mail from your code',
  '/templates': 'No templates yet',
  '/templates?show=partial': 'No partials yet',
  '/messages': 'No messages yet',
  '/messages?state=SCHEDULED': 'No scheduled messages',
  '/messages?test=true': 'No test messages',
  '/messages?search=nobody&since=24h': 'No matching messages',
  '/settings/webhooks': 'No webhooks yet',
  '/settings/suppressions': 'No suppressed addresses',
};

const partLists = {
  '/templates?show=deleted': 'Bring back',
  '/templates?show=draft': '1 template',
  '/templates?search=nowhere': 'Nothing found',
};

test('the lists of a new account, and those of deleted templates, drafts and found ones, are accessible in light and dark, and fit a narrow phone', async () => {
  const [none, some] = await Promise.all([openAccount(), openAccount()]);
  const long = { name: `${'Wort'.repeat(40)} letter`, html: '<p>Hello</p>' };
  await some.save({ id: 'gone', ...long }, { id: 'drafted', ...long });
  await askManage(some, '/templates/gone', { method: 'DELETE', ifMatch: 1 });
  await saveDraft(some, { id: 'drafted', html: '<p>New</p>' });
  const window = await openWindow({ bypassCSP: true, viewport: rooms['a narrow phone'] });
  const found: Record<string, string[]> = {};

  for (const [path, words] of Object.entries({ ...emptyLists, ...partLists })) {
    const page = await openDashboard(path in partLists ? some : none, path, { window });
    await page.getByText(words).first().waitFor();
    found[path] = await faultsOf(page);
  }

  expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([]);
});

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const pressing = (name: string) => (page: Page) => press(page, name);
const fill = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name }).fill(text);
const chooseOf = (item: string) => async (page: Page) => {
  await press(page, 'More about letter');
  await page.getByRole('menuitem', { name: item }).click();
};
const changeFlow = (page: Page) => press(page, 'Delete E-mail domain');

const opened: [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  ['the dialog for a new key', '/settings/api-keys', pressing('Create API key')],
  [
    'the dialog for a new test key',
    '/settings/api-keys',
    async (page) => {
      await press(page, 'Create API key');
      await fill(page, 'Name', 'ci');
      await page.getByText('Test', { exact: true }).last().click();
      await fill(page, 'Redirect to', 'qa');
      await page.getByText('Only some').click();
      await page.getByRole('checkbox', { name: 'letter' }).check();
      await press(page, 'Create');
      await page.getByText('is not a valid email address').first().waitFor();
    },
  ],
  [
    'the secret of a new key',
    '/settings/api-keys',
    async (page) => {
      await press(page, 'Create API key');
      await fill(page, 'Name', 'seen');
      await press(page, 'Create');
      await page.getByText('The key cannot be shown again').waitFor();
    },
  ],
  [
    'the question before a key is revoked',
    '/settings/api-keys',
    async (page) => {
      await press(page, 'More about tests');
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
    },
  ],
  [
    'the dialog that rotates a key',
    '/settings/api-keys',
    async (page) => {
      await press(page, 'More about tests');
      await page.getByRole('menuitem', { name: 'Rotate' }).click();
    },
  ],
  ['the dialog for a new template', '/templates', pressing('New template')],
  ['the dialog that duplicates a template', '/templates?search=letter', chooseOf('Duplicate')],
  ['the dialog of a name and tags', '/templates?search=letter', chooseOf('Name and tags')],
  ['the dialog for a test mail', '/templates/letter', pressing('Test send')],
  ['the dialog for an address', '/settings/suppressions', pressing('Suppress an address')],
  [
    'the dialog for a webhook',
    '/settings/webhooks',
    async (page) => {
      await press(page, 'Add webhook');
      await page.getByText('Only some').click();
      await fill(page, 'Address', 'ftp://acme.example');
      await press(page, 'Add');
      await page.getByText('must begin with https://').waitFor();
    },
  ],
  [
    'the account and the appearance',
    '/templates',
    async (page) => {
      await press(page, 'Open the menu');
      await page.getByTitle('Account and appearance').click();
    },
  ],
  [
    'the palette',
    '/templates',
    async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: /^Go to/ }).fill('e');
    },
  ],
  ['the dialog that renames the account', '/settings/account', pressing('Rename the account')],
  ['the filters of messages', '/messages?state=BOUNCED&from=2026-05-01', pressing('Filter')],
  ['the list of keys', '/settings/senders', (page) => page.keyboard.press('?')],
  [
    'the question before a scheduled message is sent',
    '/messages?state=SCHEDULED',
    (page) => page.getByRole('button', { name: 'Send now' }).click(),
  ],
  [
    'the question before a page with a change is left',
    '/templates/letter/flow',
    async (page) => {
      await refuseDrafts(page);
      await changeFlow(page);
      await page.getByRole('main').getByRole('link', { name: 'Templates', exact: true }).click();
    },
  ],
  [
    'the difference from what another user has saved',
    '/templates/letter/flow',
    async (page) => {
      await changeFlow(page);
      const html = '<html lang="en">Theirs</html>';
      await account.save({ id: 'letter', subject: 'Theirs', html });
      await publish(page);
      // The sheet of the publish may still be there.
      await page.getByRole('dialog', { name: /^Another author/ }).waitFor();
    },
  ],
];

test.each(opened)('%s is accessible, and fits a narrow phone', async (_, path, openIt) => {
  const viewport = rooms['a narrow phone'];
  const page = await openDashboard(account, path, { bypassCSP: true, viewport });
  await openIt(page);
  await page.getByRole('dialog').waitFor();
  await standsStill(page);

  expect(await faultsOf(page)).toEqual([]);
});

test('the menu on a phone is accessible, keeps the focus and closes with Escape', async () => {
  const viewport = rooms['a phone'];
  const page = await openDashboard(account, '/templates', { bypassCSP: true, viewport });
  await press(page, 'Open the menu');
  await page.getByRole('link', { name: 'Account' }).waitFor();
  await standsStill(page);

  const found = await faultsOf(page);
  await page.keyboard.press('Escape');

  const burger = page.getByRole('button', { name: 'Open the menu' });
  await burger.and(page.locator(':focus')).waitFor();
  expect(found).toEqual([]);
});

test('these tests notice a covered control and an element that is too wide', async () => {
  const page = await openDashboard(account, '/settings/api-keys');
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0 0 50% 0';
    const wide = document.createElement('div');
    wide.style.cssText = 'width: 1600px; height: 1px';
    document.body.append(cover, wide);
  });

  const found = await misfits(page);

  expect(found[0]).toMatch(/px too wide$/);
  expect(found).toContainEqual(expect.stringMatching(/^Create API key lies under <div/));
});
