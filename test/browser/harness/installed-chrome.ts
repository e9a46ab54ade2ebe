import { existsSync } from 'node:fs';

const applications = (name: string) => `/Applications/${name}.app/Contents/MacOS/${name}`;

const usualPlaces = [
  ...['/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/usr/bin/chromium'],
  ...['/usr/bin/chromium-browser', '/snap/bin/chromium', '/usr/bin/microsoft-edge'],
  ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map(applications),
];

/** The browser at `CHROME_PATH` or the first usual path that exists. Throws if `CHROME_PATH` names no file. */
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
