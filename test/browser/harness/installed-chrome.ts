import { existsSync } from 'node:fs';

const applications = (name: string) => `/Applications/${name}.app/Contents/MacOS/${name}`;

/** Where a Chrome or Chromium is usually installed, in the order in which it is taken. */
const usualPlaces = [
  ...['/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/usr/bin/chromium'],
  ...['/usr/bin/chromium-browser', '/snap/bin/chromium', '/usr/bin/microsoft-edge'],
  ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map(applications),
];

/**
 * The machine's own browser: the one that `CHROME_PATH` names, else the first that is where it is usually
 * installed, else none. Throws where `CHROME_PATH` names what is not there.
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
