import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** The command that opens an address in the user's browser. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Everywhere else: a part of every desktop of Linux and BSD. */
const otherOpener = ['xdg-open'] as const;

/** Some openers run until their browser ends. One that fails does so at once. */
const patience = 3000;

/** Opens the address in the user's browser. Returns false where that fails, as on a server. */
export async function openInBrowser(url: string): Promise<boolean> {
  const [command, ...words] = openers[process.platform] ?? otherOpener;
  // Without a group of its own the browser would end with the terminal.
  const child = spawn(command, [...words, url], { detached: true, stdio: 'ignore' });
  child.unref();
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  const timer = new AbortController();
  const runs = pause(patience, true, { signal: timer.signal }).catch(() => true);
  const isOpen = await Promise.race([ended, runs]);
  timer.abort();
  return isOpen;
}
