import { randomUUID } from 'node:crypto';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { deployment } from '../api/harness/deployment.ts';
import { openBrowserForFile, openWindow, provokeComplaints } from './harness/browser.ts';
import { hostileMail } from './harness/hostile-mail.ts';

openBrowserForFile();

const client = new SESv2Client({
  endpoint: deployment.sesEndpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});
afterAll(() => client.destroy());

/** Sends a mail, and returns its subject, which no other mail has. */
async function send(what: string, html: string): Promise<string> {
  const subject = `${what} ${randomUUID()}`;
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: 'ada@inbox.example.com',
      Destination: { ToAddresses: ['bob@inbox.example.com'] },
      Content: {
        Simple: {
          Subject: { Data: subject },
          Body: { Html: { Data: html }, Text: { Data: 'Only text' } },
        },
      },
    }),
  );
  return subject;
}

/** What the browser says of what it holds back. */
const refusals = /Content Security Policy|sandbox|Unsafe attempt|Blocked|opaque/;

/** Opens the inbox; the addresses of other hosts that it asks for are answered here. */
async function openInbox(): Promise<{ page: Page; elsewhere: string[]; inbox: URL }> {
  // The page shows all mails that there are, those of other tests too.
  provokeComplaints(refusals);
  const page = await openWindow();
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

/** A mail in the page, with its HTML shown. */
async function show(page: Page, subject: string) {
  const mail = page.locator('.email', { hasText: subject });
  await mail.getByRole('button', { name: 'Toggle HTML view' }).click();
  return mail.locator('iframe').contentFrame();
}

/** Without the shadow root, with which the mail hides all of itself from the reader. */
const visible = hostileMail.replace(/<template[\s\S]*?<\/template>/, '');

describe('the local inbox', () => {
  test('the local inbox shows a hostile mail, which runs nothing, loads nothing and leads nowhere by itself', async () => {
    const subject = await send('A hostile mail', visible);
    const { page, elsewhere, inbox } = await openInbox();

    const mail = await show(page, subject);
    await mail.getByText('The end').waitFor();
    for (const name of ['Top', 'Script link', 'Drawn link', 'Send', 'Send elsewhere', 'Press']) {
      await mail.getByText(name, { exact: true }).click();
    }

    const opened = page.context().pages().slice(1);
    expect(elsewhere).toEqual([]);
    expect(opened).toEqual([]);
    expect(page.url()).toBe(inbox.href);
    expect(await page.locator('html').getAttribute('data-ran')).toBeNull();
    expect(await mail.locator('html').getAttribute('data-ran')).toBeNull();
  });

  test.each([
    ['a picture', '<img src=x onerror="document.documentElement.dataset.ran=1">'],
    ['a script', '<script>document.documentElement.dataset.ran=1</script>'],
    ['a drawing', '<svg onload="document.documentElement.dataset.ran=1"></svg>'],
    [
      'a frame',
      '<iframe srcdoc="<img src=x onerror=parent.document.documentElement.dataset.ran=1>">',
    ],
  ])('the local inbox does not let %s run', async (what, html) => {
    const subject = await send(`With ${what}`, `${html}<p>The end</p>`);
    const { page } = await openInbox();

    const mail = await show(page, subject);
    await mail.getByText('The end').waitFor();

    expect(await mail.locator('html').getAttribute('data-ran')).toBeNull();
    expect(await page.locator('html').getAttribute('data-ran')).toBeNull();
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

  test('the local inbox shows text and source, offers the mail as a download and changes its theme', async () => {
    const subject = await send('An ordinary mail', '<p style="color: rgb(1, 2, 3)">Hello</p>');
    const { page } = await openInbox();
    const mail = page.locator('.email', { hasText: subject });

    await mail.getByRole('button', { name: 'Toggle text view' }).click();
    await mail.getByText('Only text').waitFor();
    await mail.getByRole('button', { name: 'Toggle HTML source view' }).click();
    await mail.getByText('<p style="color: rgb(1, 2, 3)">Hello</p>').waitFor();
    const shown = (await show(page, subject)).getByText('Hello');
    expect(await shown.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    const downloading = page.waitForEvent('download');
    await mail.getByRole('button', { name: 'Email Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.eml$/);
    const theme = () => page.locator('html').getAttribute('data-theme');
    const before = await theme();
    await page.getByRole('button', { name: 'Change theme' }).click();
    expect(await theme()).not.toBe(before);
  });
});
