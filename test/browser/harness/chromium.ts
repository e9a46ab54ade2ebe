import { type Browser, chromium } from 'playwright-core';
import { installedChrome } from './installed-chrome.ts';
import {
  type Program,
  packagedChromium,
  packagedRunsOn,
  seeThatPackagedRuns,
} from './packaged-chromium.ts';

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

/** Opens a real browser: the machine's own, else the one that comes as a package. Throws where neither is. */
export async function launchChromium(): Promise<Browser> {
  const own = installedChrome();
  if (own) return launch(installedProgram(own));
  seeThatPackagedRuns();
  return launch(await packagedChromium());
}

/**
 * Opens the packaged browser also where the machine has one of its own, so that a fault of it is seen there.
 * Where the packaged one does not run, the machine's own.
 */
export const launchPackaged = async (): Promise<Browser> =>
  packagedRunsOn(process) ? launch(await packagedChromium()) : launchChromium();

const installedProgram = (executablePath: string): Program => ({
  executablePath,
  args: ['--disable-gpu', `--disable-features=${unasked.join(',')}`],
});

/**
 * In the browser's sandbox, as at a user's, where the system has one. It has none for root, and none in most
 * containers and where the system denies user namespaces to programs that it does not know. Pages are held
 * apart and back with or without it, and all pages that are opened are the tests' own.
 */
async function launch(program: Program): Promise<Browser> {
  if (process.getuid?.() === 0) return chromium.launch({ ...program, chromiumSandbox: false });
  try {
    return await chromium.launch({ ...program, chromiumSandbox: true });
  } catch (error) {
    if (!String(error).includes('sandboxing failed')) throw error;
    return chromium.launch({ ...program, chromiumSandbox: false });
  }
}
