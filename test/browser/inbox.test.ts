import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type Attachment,
  type Message,
  SESv2Client,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import type { Page } from 'playwright-core';
import { startInbox } from '../../local/mail/inbox.ts';
import { deployment } from '../api/harness/deployment.ts';
import { afterAll, expect, onTestFinished, test } from '../jest.ts';
import { localClient } from '../local-client.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { type Look, openBrowserForFile, openWindow, provokeComplaints } from './harness/browser.ts';
import { misfits } from './harness/fit.ts';
import { hostileMail } from './harness/hostile-mail.ts';

openBrowserForFile();

const client = new SESv2Client({ ...localClient, endpoint: deployment.sesEndpoint });
afterAll(() => client.destroy());

async function send(
  what: string,
  html: string,
  given: Partial<Message> = {},
  to = client,
): Promise<string> {
  const subject = `${what} ${randomUUID()}`;
  await to.send(
    new SendEmailCommand({
      FromEmailAddress: 'ada@inbox.example.com',
      Destination: { ToAddresses: ['bob@inbox.example.com'] },
      Content: {
        Simple: {
          Subject: { Data: subject },
          Body: { Html: { Data: html }, Text: { Data: 'Only text' } },
          ...given,
        },
      },
    }),
  );
  return subject;
}

const refusals = /Content Security Policy|sandbox|Unsafe attempt|Blocked|opaque/;

async function openInbox(look: Look = {}) {
  provokeComplaints(refusals);
  const page = await openWindow(look);
  const inbox = new URL(deployment.inboxUrl ?? '');
  const elsewhere: string[] = [];
  await page.context().route(
    (url) => url.host !== inbox.host && url.protocol.startsWith('http'),
    (route) => {
      elsewhere.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: 'elsewhere' });
    },
  );
  await page.goto(inbox.href);
  return { page, elsewhere, inbox };
}

async function show(page: Page, subject: string) {
  await page.getByRole('link', { name: subject }).click();
  await page.getByRole('heading', { name: subject }).waitFor();
  return page.locator('iframe').contentFrame();
}

const visible = hostileMail.replace(/<template[\s\S]*?<\/template>/, '');

test('the local inbox shows a hostile mail, which runs nothing, loads nothing and leads nowhere by itself', async () => {
  const subject = await send('A hostile mail', visible);
  const { page, elsewhere } = await openInbox();

  const mail = await show(page, subject);
  const shownAt = page.url();
  await mail.getByText('The end').waitFor();
  for (const name of ['Top', 'Script link', 'Drawn link', 'Send', 'Send elsewhere', 'Press']) {
    await mail.getByText(name, { exact: true }).click();
  }

  const opened = page.context().pages().slice(1);
  expect(elsewhere).toEqual([]);
  expect(opened).toEqual([]);
  expect(page.url()).toBe(shownAt);
  expect(await page.locator('html').getAttribute('data-ran')).toBeNull();
  expect(await mail.locator('html').getAttribute('data-ran')).toBeNull();
});

test("the local inbox opens a mail's link in a separate window after a click", async () => {
  const subject = await send('With a link', '<a href="https://shop.example/confirm">Confirm</a>');
  const { page, elsewhere } = await openInbox();
  const mail = await show(page, subject);

  const opening = page.context().waitForEvent('page');
  await mail.getByText('Confirm').click();
  const opened = await opening;
  await opened.getByText('elsewhere').waitFor();

  expect(elsewhere).toEqual(['https://shop.example/confirm']);
  expect(await opened.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
});

test('the local inbox shows text and source of a mail, and offers the mail as a download', async () => {
  const subject = await send('An ordinary mail', '<p style="color: rgb(1, 2, 3)">Hello</p>');
  const { page } = await openInbox();

  const shown = (await show(page, subject)).getByText('Hello');
  expect(await shown.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await page.getByText('Only text').waitFor();
  await page.getByRole('link', { name: 'HTML source' }).click();
  await page.getByText('<p style="color: rgb(1, 2, 3)">Hello</p>').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download .eml' }).click();
  expect((await downloading).suggestedFilename()).toBe(`${subject}.eml`);
});

test('the local inbox shows a new mail by itself, and the keyboard stays on the mail that it was on', async () => {
  const first = await send('A first mail', '<p>First</p>');
  const { page } = await openInbox();
  await page.getByRole('link', { name: first }).focus();

  const second = await send('A second mail', '<p>Second</p>');
  await page.getByRole('link', { name: second }).waitFor();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: first }).waitFor();
});

test('the local inbox finds mails by the words of their subject', async () => {
  const wanted = await send('Wanted', '<p>1</p>');
  const other = await send('Other', '<p>2</p>');
  const { page } = await openInbox();

  await page.getByRole('searchbox', { name: 'Search mails' }).fill(wanted.toLowerCase());
  await page.keyboard.press('Enter');

  await page.getByText('1 mail found').waitFor();
  await page.getByRole('link', { name: wanted }).waitFor();
  expect(await page.getByRole('link', { name: other }).count()).toBe(0);
});

test('Delete all empties the local inbox', async () => {
  // In a separate inbox, because other tests need their mails.
  const { endpoint, stop } = await startInbox(temporaryFolder());
  onTestFinished(stop);
  const own = new SESv2Client({ ...localClient, endpoint });
  onTestFinished(() => own.destroy());
  const subject = await send('Deleted', '<p>1</p>', {}, own);
  const page = await openWindow();
  await page.goto(endpoint);
  await page.getByRole('link', { name: subject }).waitFor();

  await page.getByRole('button', { name: 'Delete all' }).click();

  await page.getByText('No mail has arrived yet.').waitFor();
});

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADElEQVR4nGPYYqYHAAJQAQBz8e3DAAAAAElFTkSuQmCC',
  'base64',
);

const file = (FileName: string, content: Uint8Array, given: Partial<Attachment> = {}) => ({
  FileName,
  RawContent: content,
  ContentTransferEncoding: 'BASE64' as const,
  ...given,
});

const logo = file('logo.png', picture, {
  ContentType: 'image/png',
  ContentDisposition: 'INLINE',
  ContentId: 'logo',
});

test('the local inbox shows an inline logo inside the mail', async () => {
  const html = '<p>Hello</p><img src="cid:logo" alt="Acme">';
  const subject = await send('With a logo', html, { Attachments: [logo] });
  const { page, elsewhere } = await openInbox();

  const shown = (await show(page, subject)).getByRole('img', { name: 'Acme' });
  await shown.waitFor();
  const width = await shown.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  );

  expect(width).toBe(2);
  expect(elsewhere).toEqual([]);
});

const script = '<script>document.documentElement.dataset.ran=1</script>';

test.each([
  [
    'Übersicht 請求書.pdf',
    'application/pdf',
    Buffer.from(Array.from({ length: 2000 }, (_, n) => n % 256)),
  ],
  ['page.html', 'text/html', Buffer.from(script)],
  [
    'drawing.svg',
    'image/svg+xml',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  ],
])(
  'the local inbox downloads the file %s under its name with its bytes, and never shows it',
  async (name, ContentType, bytes) => {
    const Attachments = [file(name, bytes, { ContentType })];
    const subject = await send(`With ${name}`, '<p>Hello</p>', { Attachments });
    const { page } = await openInbox();
    await show(page, subject);
    const link = page.getByRole('link', { name, exact: true });
    const shownAt = page.url();

    // First by the link, then as a user who opens its address in a new tab.
    for (const isDirect of [false, true]) {
      const downloading = page.waitForEvent('download');
      if (isDirect) await link.evaluate((element) => element.removeAttribute('download'));
      await link.click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(name);
      expect(bytes.equals(await readFile(await download.path()))).toBe(true);
    }

    expect(page.url()).toBe(shownAt);
    expect(await page.locator('html').getAttribute('data-ran')).toBeNull();
  },
);

test("a mail's own address, opened without its frame, runs nothing either", async () => {
  const subject = await send('Opened alone', `${script}<p>The end</p>`);
  const { page, inbox } = await openInbox();
  await show(page, subject);
  const source = await page.locator('iframe').getAttribute('src');

  await page.goto(new URL(source ?? '', inbox).href);
  await page.getByText('The end').waitFor();

  expect(await page.locator('html').getAttribute('data-ran')).toBeNull();
  expect(await page.evaluate(() => self.origin)).toBe('null');
});

test.each([
  ['light', 1440, 900],
  ['light', 390, 844],
  ['dark', 1440, 900],
  ['dark', 390, 844],
] as const)(
  'list and mail of the local inbox are accessible in %s and fit into a window of %i by %i',
  async (colorScheme, width, height) => {
    const invoice = file('Rechnung Übersicht November 2026.pdf', picture, {
      ContentType: 'application/pdf',
    });
    const thread = { Name: 'References', Value: '<ticket-1@acme.example>' };
    const subject = await send('Your invoice', '<h1>Invoice</h1><img src="cid:logo">', {
      Attachments: [logo, invoice],
      Headers: [
        { Name: 'List-Unsubscribe', Value: '<https://acme.example/u/8172>' },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        thread,
      ],
    });
    const answer = await send('Re: Your invoice', '<p>Thanks</p>', { Headers: [thread] });
    const viewport = { width, height };
    const { page } = await openInbox({ colorScheme, viewport, bypassCSP: true });
    const problems: string[] = [];
    const judge = async () => {
      problems.push(...(await accessibilityFindings(page)), ...(await misfits(page)));
    };

    await page.getByRole('link', { name: answer }).waitFor();
    await judge();
    await show(page, subject);
    await page.getByText('3 further headers').click();
    await judge();
    await page.getByRole('link', { name: 'HTML source' }).click();
    await judge();

    expect(problems).toEqual([]);
  },
);
