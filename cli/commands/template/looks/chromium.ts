import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { withHead } from '../../../../shared/engine/looks/views/edit.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';

/** The size of the pictures in CSS pixels. A longer mail is cut off, because Chromium draws no larger picture. */
const [width, maxHeight] = [600, 16_000];

/** How long the pictures of a mail may take to arrive, in milliseconds; then it is drawn without them. */
const loadMs = 15_000;

/** Draws mails with the Chromium of this machine, as PNG. Null: there is none. @throws {ManageError} if it ends early */
export async function photograph(files: readonly string[]): Promise<Buffer[] | null> {
  const profile = await mkdtemp(join(tmpdir(), 'postrider-looks-'));
  const child = await start(profile);
  try {
    return child && (await photosOf(child, files));
  } finally {
    if (child && child.exitCode === null && child.kill()) await once(child, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 });
  }
}

async function start(profile: string): Promise<ChildProcess | null> {
  const flags = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
  flags.push('--disable-gpu', '--hide-scrollbars', '--no-first-run');
  // Chromium refuses to run with its sandbox as root.
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const named = process.env.CHROME_PATH;
  for (const program of named ? [named] : ['chromium', 'google-chrome']) {
    const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const isStarted = await once(child, 'spawn').catch(() => false);
    if (isStarted) return child;
  }
  return null;
}

async function photosOf(child: ChildProcess, files: readonly string[]): Promise<Buffer[]> {
  let loaded = () => {};
  const call = connect(child, (event) => event === 'Page.loadEventFired' && loaded());
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const inPage = (method: string, params: object) => call(method, params, sessionId);
  const resize = (height: number) =>
    inPage('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, deviceScaleFactor: 1, mobile: false },
    });
  const features = [{ name: 'prefers-color-scheme', value: 'light' }];
  await inPage('Emulation.setEmulatedMedia', { features });
  await inPage('Page.enable', {});
  const { frameTree } = await inPage('Page.getFrameTree', {});
  const photos: Buffer[] = [];
  for (const file of files) {
    await resize(800);
    const isLoaded = new Promise<void>((resolve) => {
      loaded = resolve;
      setTimeout(resolve, loadMs).unref();
    });
    const html = onlyPictures(await readFile(file, 'utf8'));
    await inPage('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    await isLoaded;
    const { cssContentSize } = await inPage('Page.getLayoutMetrics', {});
    await resize(Math.min(maxHeight, Math.max(1, Math.ceil(cssContentSize.height))));
    const { data } = await inPage('Page.captureScreenshot', {});
    photos.push(Buffer.from(data, 'base64'));
  }
  return photos;
}

/** The mail with the network off, but for pictures. It leads nowhere else: no `meta` refreshes it. */
const onlyPictures = (html: string) => withHead(html.replaceAll(/http-equiv/gi, 'x-$&'), policy);

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'">`;

/** https://chromedevtools.github.io/devtools-protocol/ over the pipe, where a NUL ends each message. */
function connect(child: ChildProcess, onEvent: (method: string) => void) {
  const [input, output] = child.stdio.slice(3) as [Writable, Readable];
  const waiting: ((result: Answer) => void)[] = [];
  const ended = once(child, 'exit').then(() => null);
  let text = '';
  input.on('error', () => {});
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\0');
    text += first;
    for (const other of others) {
      const { id, method, result = {} } = JSON.parse(text);
      text = other;
      if (id === undefined) onEvent(method);
      else waiting[id]?.(result);
    }
  });
  return async (method: string, params: object, sessionId?: string): Promise<Answer> => {
    const id = waiting.length;
    const answered = new Promise<Answer>((resolve) => waiting.push(resolve));
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const result = await Promise.race([answered, ended]);
    if (result) return result;
    throw new ManageError('Chromium ended early: CHROME_PATH has to name a Chrome or Chromium');
  };
}

type Answer = ReturnType<typeof JSON.parse>;
