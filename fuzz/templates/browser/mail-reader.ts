import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Reading } from './reading.ts';

const entry = fileURLToPath(new URL('page/read-mails.ts', import.meta.url));

/** Frames that are open at once. */
const framesAtOnce = 100;

/** A page that reads mails, at an address of its own. No request leaves the machine. */
export class MailReader {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser): Promise<MailReader> {
    const page = await browser.newPage();
    await page.route(/^https?:/, (route) =>
      new URL(route.request().url()).pathname === '/page'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
        : route.fulfill({ status: 404 }),
    );
    await page.goto('http://mail.example/page');
    await page.addScriptTag({ content: await script() });
    return new MailReader(page);
  }

  /** Reads each mail in a frame of its own. */
  async readAll(mails: readonly string[]): Promise<Reading[]> {
    const read: Reading[] = [];
    for (let first = 0; first < mails.length; first += framesAtOnce) {
      const some = JSON.stringify(mails.slice(first, first + framesAtOnce));
      read.push(...(await this.page.evaluate<Reading[]>(`mails.readMails(${some})`)));
    }
    return read;
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/** What runs in the page, as JavaScript. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'mails',
  });
  return outputFiles[0]?.text ?? '';
}
