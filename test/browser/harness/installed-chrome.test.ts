import { expect, test } from '../../jest.ts';
import { installedChrome } from './installed-chrome.ts';
import { requirePackagedRuns } from './packaged-chromium.ts';

const only = (there: string) => (path: string) => path === there;

test.each([
  ['Debian', '/usr/bin/chromium'],
  ['Ubuntu', '/snap/bin/chromium'],
  ['Google’s package', '/usr/bin/google-chrome-stable'],
  ['macOS', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['macOS with Edge alone', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
])("the machine's browser is found in %s", (_, path) => {
  expect(installedChrome('', only(path))).toBe(path);
});

test('the browser of CHROME_PATH comes before all others', () => {
  expect(installedChrome('/opt/chrome', () => true)).toBe('/opt/chrome');
});

test('a CHROME_PATH without a file is an error that asks for a browser', () => {
  expect(() => installedChrome('/opt/chrome', only('/usr/bin/chromium'))).toThrow(
    new Error(
      'CHROME_PATH names /opt/chrome, and there is no such file: name the program of a Chrome or Chromium.',
    ),
  );
});

test('a missing browser is no error on Linux with an x64 processor, and elsewhere an error that asks for one', () => {
  expect(installedChrome('', () => false)).toBeUndefined();
  expect(() => requirePackagedRuns({ platform: 'linux', arch: 'x64' })).not.toThrow();
  expect(() => requirePackagedRuns({ platform: 'darwin', arch: 'arm64' })).toThrow(
    new Error(
      'The browser tests need a Chrome or Chromium: install one, or set CHROME_PATH to its program. The packaged one runs only on Linux with an x64 processor; this machine has darwin and arm64.',
    ),
  );
  expect(() => requirePackagedRuns({ platform: 'linux', arch: 'arm64' })).toThrow();
});
