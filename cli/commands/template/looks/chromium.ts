import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
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
  let [sessionId, url, loaded] = ['', '', () => {}];
  const call = connect(child, (method, params) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method !== 'Fetch.requestPaused') return;
    // The network is off, but for the mail itself and its pictures. Aborted: a mail that leads elsewhere stays.
    const { requestId, resourceType, request } = paused.parse(params);
    const isPicture = resourceType === 'Image' && /^https?:/.test(request.url);
    const [answer, reason] =
      isPicture || request.url === url
        ? ['Fetch.continueRequest', {}]
        : ['Fetch.failRequest', { errorReason: 'Aborted' }];
    call(answer, { requestId, ...reason }, sessionId).catch(() => {});
  });
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  ({ sessionId } = attached.parse(
    await call('Target.attachToTarget', { targetId, flatten: true }),
  ));
  const inPage = (method: string, params: object = {}) => call(method, params, sessionId);
  const resize = (height: number) =>
    inPage('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, deviceScaleFactor: 1, mobile: false },
    });
  const features = [{ name: 'prefers-color-scheme', value: 'light' }];
  await inPage('Emulation.setEmulatedMedia', { features });
  await inPage('Emulation.setScriptExecutionDisabled', { value: true });
  await inPage('Fetch.enable');
  await inPage('Page.enable');
  const photos: Buffer[] = [];
  for (const file of files) {
    url = pathToFileURL(file).href;
    await resize(800);
    const isLoaded = new Promise<void>((resolve) => {
      loaded = resolve;
      setTimeout(resolve, loadMs).unref();
    });
    await inPage('Page.navigate', { url });
    await isLoaded;
    const { cssContentSize } = metrics.parse(await inPage('Page.getLayoutMetrics'));
    await resize(Math.min(maxHeight, Math.max(1, Math.ceil(cssContentSize.height))));
    const { data } = await inPage('Page.captureScreenshot');
    photos.push(Buffer.from(String(data), 'base64'));
  }
  return photos;
}

const values = z.record(z.string(), z.unknown());
const attached = z.object({ sessionId: z.string() });
const metrics = z.object({ cssContentSize: z.object({ height: z.number() }) });
const paused = z.object({
  requestId: z.string(),
  resourceType: z.string(),
  request: z.object({ url: z.string() }),
});
const message = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(values),
  result: z.optional(values),
});
type Values = z.infer<typeof values>;

/** https://chromedevtools.github.io/devtools-protocol/ over the pipe, where a NUL ends each message. */
function connect(child: ChildProcess, onEvent: (method: string, params: Values) => void) {
  const [, , , input, output] = child.stdio;
  const waiting = new Map<number, (result: Values) => void>();
  const ended = once(child, 'exit').then(() => null);
  const chunks: Buffer[] = [];
  input?.on('error', () => {});
  output?.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...chunks.splice(0), chunk.subarray(from, end)]).toString();
      const { id, method, params = {}, result = {} } = message.parse(JSON.parse(text));
      from = end + 1;
      if (id !== undefined) waiting.get(id)?.(result);
      else if (method !== undefined) onEvent(method, params);
    }
    chunks.push(chunk.subarray(from));
  });
  return async (method: string, params: object, sessionId?: string): Promise<Values> => {
    const id = waiting.size + 1;
    const answered = new Promise<Values>((resolve) => waiting.set(id, resolve));
    const call = JSON.stringify({ id, method, params, sessionId });
    if (input && 'write' in input) input.write(`${call}\0`);
    const result = await Promise.race([answered, ended]);
    if (result) return result;
    throw new ManageError('Chromium ended early: CHROME_PATH has to name a Chrome or Chromium');
  };
}
