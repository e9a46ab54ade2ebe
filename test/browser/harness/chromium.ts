import { type Browser, chromium } from 'playwright-core';
import { patienceMs } from '../../patience.ts';
import { installedChrome } from './installed-chrome.ts';
import {
  type Program,
  packagedChromium,
  packagedRunsOn,
  requirePackagedRuns,
} from './packaged-chromium.ts';

/**
 * The features of Chromium that the tests switch off. The menus of its address bar are separate pages, which each
 * window loads again, and that takes longer than to load the dashboard. Chromium reads only one `--disable-features`,
 * and this one replaces Playwright's: so the list repeats Playwright's names.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'LensOverlay', 'MediaRouter', 'OptimizationHints', 'PreconnectToSearch'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'NetworkTimeServiceQuerying', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'ThirdPartyStoragePartitioning'],
  ...['TcpPortRandomizationWin', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** Opens a real browser: the machine's own, or else the packaged one. Throws if there is neither. */
export async function launchChromium(): Promise<Browser> {
  const own = installedChrome();
  if (own) return launch(installedProgram(own));
  requirePackagedRuns();
  return launch(await packagedChromium());
}

/**
 * Opens the packaged browser even if the machine has its own, so that tests find its faults on every machine. If the
 * packaged browser does not run here, opens the machine's own.
 */
export const launchPackaged = async (): Promise<Browser> =>
  packagedRunsOn(process) ? launch(await packagedChromium()) : launchChromium();

const installedProgram = (executablePath: string): Program => ({
  executablePath,
  args: ['--disable-gpu', `--disable-features=${disabledFeatures.join(',')}`],
});

/**
 * Launches the browser in its sandbox, as users do, if the system allows it. It does not for root, in most containers,
 * and where unknown programs may not create user namespaces. The tests do not depend on the sandbox, and open only
 * their own pages.
 */
async function launch(program: Program): Promise<Browser> {
  // Otherwise, if the machine sets no language, Chromium saves `Übersicht.pdf` as `download`.
  const env = { LANG: 'C.UTF-8', ...process.env, ...program.env };
  const options = { ...program, env, timeout: patienceMs };
  if (process.getuid?.() === 0) return chromium.launch({ ...options, chromiumSandbox: false });
  try {
    return await chromium.launch({ ...options, chromiumSandbox: true });
  } catch (error) {
    if (!String(error).includes('sandboxing failed')) throw error;
    return chromium.launch({ ...options, chromiumSandbox: false });
  }
}
