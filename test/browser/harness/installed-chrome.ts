import { existsSync } from 'node:fs';

const applications = (name: string) => `/Applications/${name}.app/Contents/MacOS/${name}`;

/** The usual paths of Chrome, Chromium and Edge. The first that exists is used. */
const usualPlaces = [
  ...['/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/usr/bin/chromium'],
  ...['/usr/bin/chromium-browser', '/snap/bin/chromium', '/usr/bin/microsoft-edge'],
  ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map(applications),
];

/**
 * The machine's own browser: the one that `CHROME_PATH` names, or else the first of the usual paths that exists.
 * Undefined if there is none. Throws if `CHROME_PATH` names a file that does not exist.
 */
export function installedChrome(
  named = process.env.CHROME_PATH,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  if (!named) return usualPlaces.find(exists);
  if (exists(named)) return named;
  throw new Error(
    `CHROME_PATH names ${named}, and there is no such file: name the program of a Chrome or Chromium.`,
  );
}
