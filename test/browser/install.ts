/** Installs the packaged Chromium before the tests begin, if the machine has no browser: several files need it at once. */
import { installedChrome } from './harness/installed-chrome.ts';
import { packagedChromium, packagedRunsOn } from './harness/packaged-chromium.ts';

if (!installedChrome() && packagedRunsOn(process)) await packagedChromium();
