import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installOwnPackages } from '../../../bin/own-packages.ts';
import manifest from '../chromium/package.json' with { type: 'json' };
import { filledFolder } from './filled-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const home = 'test/browser/chromium';

export interface Program {
  executablePath: string;
  args: string[];
  env?: Record<string, string | undefined>;
}

interface Machine {
  platform: string;
  arch: string;
}

/** Whether the packaged Chromium runs on a machine: it is built for Lambda's x64 processors. */
export const packagedRunsOn = ({ platform, arch }: Machine): boolean =>
  platform === 'linux' && arch === 'x64';

/** Throws if the packaged Chromium does not run on this machine. The message says what to install. */
export function requirePackagedRuns(machine: Machine = process): void {
  if (packagedRunsOn(machine)) return;
  throw new Error(
    `The browser tests need a Chrome or Chromium: install one, or set CHROME_PATH to its program. The packaged one runs only on Linux with an x64 processor; this machine has ${machine.platform} and ${machine.arch}.`,
  );
}

/**
 * Installs `@sparticuz/chromium` below `node_modules` at the first call. Leaves out its arguments for Lambda: with
 * `--single-process` a second window ends the browser, and without web security or site isolation the tests of hostile
 * pages would prove nothing about users' browsers. `launchChromium` decides about `--no-sandbox`.
 */
export async function packagedChromium(): Promise<Program> {
  const version = manifest.dependencies['@sparticuz/chromium'];
  const cache = join(root, 'node_modules/.cache/postrider-chromium', version);
  const folder = await filledFolder(cache, fill);
  return {
    executablePath: join(folder, 'chromium'),
    // The page then looks the same on machines with and without a GPU.
    args: ['--disable-gpu'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts/own.conf'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  };
}

async function fill(folder: string): Promise<void> {
  installOwnPackages(home);
  await promisify(execFile)(process.execPath, [join(root, home, 'unpack.js')], {
    env: { TMPDIR: folder },
  });
  // The package lets only the user who unpacked the program run it.
  await chmod(join(folder, 'chromium'), 0o755);
  await writeFile(join(folder, 'fonts/own.conf'), fontConfiguration);
}

/** Replaces the package's own configuration, which names folders of Lambda. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
