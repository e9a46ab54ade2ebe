import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { filledFolder } from './filled-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const unpack = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

/** A browser as Playwright launches it. */
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

/** Throws, with the way on, for a machine on which only an installed browser runs. */
export function seeThatPackagedRuns(machine: Machine = process): void {
  if (packagedRunsOn(machine)) return;
  throw new Error(
    `The browser tests need a Chrome or Chromium: install one, or set CHROME_PATH to its program. The one that npm install brings runs on Linux with an x64 processor, and this is ${machine.platform} with ${machine.arch}.`,
  );
}

/**
 * The Chromium of `@sparticuz/chromium`, unpacked at the first call below `node_modules`, so that every
 * checkout has its own. It brings the libraries and the font that a bare machine lacks, and uses these on
 * every machine. Of the package's arguments it takes none: they are for a Lambda function, where one page
 * is opened and trusted.
 * - `--single-process` and `--no-zygote`: the browser ends when a second window is opened.
 * - `--disable-web-security`, `--disable-site-isolation-trials`, `--allow-running-insecure-content`,
 *   `--no-pings`, the features `IsolateOrigins`, `site-per-process` and `SharedArrayBuffer`: what the tests
 *   prove of hostile pages would be proved of no browser that people have.
 * - `--no-sandbox`: `launchChromium` decides.
 * - `--disk-cache-size`, and what is about a GPU, hinting, printing or the windows of a desktop: this is
 *   no matter here, or Playwright gives it.
 */
export async function packagedChromium(): Promise<Program> {
  const packageFile = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageFile, '../../package.json'), 'utf8')));
  const folder = await filledFolder(
    join(root, 'node_modules/.cache/postrider-chromium', version),
    fill,
  );
  return {
    executablePath: join(folder, 'chromium'),
    // A machine with a GPU draws as one without.
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
  await promisify(execFile)(process.execPath, [unpack], { env: { TMPDIR: folder } });
  // The package lets nobody but who unpacked it run it.
  await chmod(join(folder, 'chromium'), 0o755);
  await writeFile(join(folder, 'fonts/own.conf'), fontConfiguration);
}

/** The package's own names folders of Lambda. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
