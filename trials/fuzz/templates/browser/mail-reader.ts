import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Reading } from './reading.ts';

const entry = fileURLToPath(new URL('page/read-mails.ts', import.meta.url));

const address = 'http://mail.example/page';

/** A page in a browser that reads mails. No request leaves the machine. */
export class MailReader {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser): Promise<MailReader> {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.route(/^https?:/, (route) =>
      route.request().url() === address
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
        : route.abort(),
    );
    await page.goto(address);
    await page.addScriptTag({ content: await script() });
    return new MailReader(page);
  }

  /** Reads each mail as a separate document. */
  readAll(mails: readonly string[]): Promise<Reading[]> {
    return this.page.evaluate<Reading[]>(`mails.readMails(${JSON.stringify(mails)})`);
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/** The script that runs in the page. */
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
