import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { writingPlace } from './template.ts';

/** Milliseconds that each key took. */
export interface KeyTimes {
  /** Until the next frame was drawn. */
  frames: readonly number[];
  /** Until the preview showed the key. */
  previews: readonly number[];
  /** How far the parts of the page moved meanwhile: the sum of the browser's layout shifts. */
  shift: number;
}

const stopwatch = fileURLToPath(new URL('stopwatch.js', import.meta.url));

/** Keys of a round that wait for their preview, and keys that do not. */
const patientKeys = 5;
const hastyKeys = 20;

/** Between two keys at about 90 words a minute. */
const betweenKeysMs = 130;

/** Types in the source of one template. */
export class Typist {
  private readonly page: Page;
  private written = '';

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens the editor at an address, and puts the cursor at the template's writing place. */
  static async open(browser: Browser, url: string): Promise<Typist> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript({ path: stopwatch });
    await page.goto(url);
    const typist = new Typist(page);
    await typist.mail().getByText(writingPlace).waitFor();
    await page.getByRole('textbox', { name: 'HTML source' }).getByText(writingPlace).click();
    return typist;
  }

  /** Types for a while: first waits for the preview after each key, then types without waiting. */
  async write(): Promise<KeyTimes> {
    await this.page.bringToFront();
    for (let key = 0; key < patientKeys; key++) {
      await this.page.evaluate('stopwatch.expectPreview()');
      await this.press();
      await this.page.evaluate('stopwatch.previewShown()');
    }
    for (let key = 0; key < hastyKeys; key++) {
      await this.press();
      await pause(betweenKeysMs);
    }
    await this.mail().getByText(this.written).waitFor();
    return this.page.evaluate('stopwatch.take()');
  }

  private async press(): Promise<void> {
    const letter = String.fromCharCode(97 + (this.written.length % 26));
    this.written += letter;
    await this.page.keyboard.press(letter);
  }

  private mail() {
    return this.page.getByTitle('Preview of the mail').contentFrame();
  }
}
