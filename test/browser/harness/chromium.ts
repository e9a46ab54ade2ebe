import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where a Chrome or Chromium of the machine is, the first that is there. `CHROME_PATH` names another. */
const installed = [
  process.env.CHROME_PATH,
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Opens a real browser: the machine's own, else the one that comes as a package. */
export async function launchChromium(): Promise<Browser> {
  const own = installed.find((path) => path && existsSync(path));
  if (own) return launch(own, ['--no-sandbox', '--disable-gpu']);
  const { default: packaged } = await import('@sparticuz/chromium');
  return launch(await packaged.executablePath(), packaged.args);
}

const launch = (executablePath: string, args: string[]) =>
  chromium.launch({ executablePath, args });
