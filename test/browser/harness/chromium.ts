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

/**
 * What a browser of today does besides showing a page. The menus of its address bar are pages of their own,
 * loaded anew for each window, which takes longer than the dashboard does. Chromium reads this switch once:
 * the other names are those of Playwright, which this takes the place of.
 */
const unasked = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'LensOverlay', 'MediaRouter', 'OptimizationHints', 'PreconnectToSearch'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'NetworkTimeServiceQuerying', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'ThirdPartyStoragePartitioning'],
  ...['TcpPortRandomizationWin', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** Opens a real browser: the machine's own, else the one that comes as a package. */
export async function launchChromium(): Promise<Browser> {
  const own = installed.find((path) => path && existsSync(path));
  if (own) {
    const without = `--disable-features=${unasked.join(',')}`;
    return launch(own, ['--no-sandbox', '--disable-gpu', without]);
  }
  const { default: packaged } = await import('@sparticuz/chromium');
  return launch(await packaged.executablePath(), packaged.args);
}

const launch = (executablePath: string, args: string[]) =>
  chromium.launch({ executablePath, args });
