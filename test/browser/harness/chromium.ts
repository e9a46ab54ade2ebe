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
 * The address bar's menus are pages that each window loads again, slower than the dashboard. Chromium reads only one
 * `--disable-features`: this one replaces Playwright's, so it repeats those names.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'LensOverlay', 'MediaRouter', 'OptimizationHints', 'PreconnectToSearch'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'NetworkTimeServiceQuerying', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'ThirdPartyStoragePartitioning'],
  ...['TcpPortRandomizationWin', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** Opens a real browser: the machine's own, or else the packaged one. Throws if there is neither. `more`: arguments. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const own = installedChrome();
  if (!own) requirePackagedRuns();
  const program = own ? installedProgram(own) : await packagedChromium();
  return launch({ ...program, args: [...program.args, ...more] });
}

/** Opens the packaged browser if it runs here, so that tests find its faults everywhere; else the machine's own. */
export const launchPackaged = async (): Promise<Browser> =>
  packagedRunsOn(process) ? launch(await packagedChromium()) : launchChromium();

const installedProgram = (executablePath: string): Program => ({
  executablePath,
  args: ['--disable-gpu', `--disable-features=${disabledFeatures.join(',')}`],
});

/** Uses the browser's sandbox if the system allows it. The tests open only their own pages, so they need none. */
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
