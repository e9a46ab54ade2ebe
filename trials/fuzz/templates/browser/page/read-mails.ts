import type { Reading } from '../reading.ts';
import { addressOf, describe, elementsOf, schemeOf } from './describe.ts';

/** The window of a mail, in which a value's script shows that it ran. */
type MailWindow = Window & { ran?: number; reached?: () => void };

/** Frames that are open at once. */
const framesAtOnce = 40;

/** The longest wait for a mail on a busy machine, in milliseconds. */
const patienceMs = 20_000;

/** Shows each mail as a separate document without restrictions, uses it as a reader may, and reads it. */
export async function readMails(mails: readonly string[]): Promise<Reading[]> {
  const read: Reading[] = [];
  let next = 0;
  const readOn = async () => {
    const frame = newFrame();
    while (next < mails.length) {
      const at = next++;
      read[at] = await readMail(frame, mails[at] ?? '');
    }
    frame.remove();
  };
  await Promise.all(Array.from({ length: Math.min(framesAtOnce, mails.length) }, readOn));
  return read;
}

async function readMail(frame: HTMLIFrameElement, html: string): Promise<Reading> {
  const { contentDocument: inside } = frame;
  const window = frame.contentWindow as MailWindow | null;
  if (inside === null || window === null) throw new Error(`The frame shows nothing: ${html}`);
  delete window.ran;
  await write(frame, inside, html);
  await settle(inside);
  const described = describe(inside, html);
  if (use(inside)) await runLast(inside, window);
  return { ...described, ran: ranIn(window) };
}

function newFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 90px; height: 30px';
  document.body.append(frame);
  return frame;
}

/** Resolves when the mail's pictures are loaded, or have failed to load. */
function write(frame: HTMLIFrameElement, inside: Document, html: string): Promise<void> {
  return inTime(html, (resolve) => {
    // Chromium fires no load event for a document that is opened during the load event of another.
    frame.onload = () => setTimeout(resolve);
    inside.open();
    inside.write(html);
    inside.close();
  });
}

function inTime(html: string, work: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`A mail takes too long: ${html}`));
    const timer = setTimeout(late, patienceMs);
    work(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for two frames: by then short animations have set their addresses, and the mail's own frames have run theirs. */
async function settle(inside: Document): Promise<void> {
  if (inside.querySelector('animate, set, iframe, object, embed') === null) return;
  for (const drawing of inside.querySelectorAll('svg')) {
    // In MathML an `svg` is an unknown element.
    if (drawing.namespaceURI === 'http://www.w3.org/2000/svg') drawing.setCurrentTime(1);
  }
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Focuses and clicks each element. Returns whether a link runs its address as a script. */
function use(inside: Document): boolean {
  let isRun = false;
  for (const element of elementsOf(inside)) {
    const follow = (event: Event) => {
      const runs = element.localName === 'a' && schemeOf(addressOf(element)) === 'javascript';
      if (runs) isRun = true;
      // Prevents all other links from leaving the page.
      else event.preventDefault();
    };
    element.addEventListener('click', follow);
    if ('focus' in element) (element as HTMLElement).focus();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    element.removeEventListener('click', follow);
  }
  return isRun;
}

/** Clicks one more link, whose script runs after the scripts of all links that were clicked before. */
function runLast(inside: Document, window: MailWindow): Promise<void> {
  return inTime(inside.documentElement.outerHTML, (resolve) => {
    window.reached = resolve;
    const link = inside.createElement('a');
    link.href = 'javascript:window.reached()';
    inside.documentElement.append(link);
    link.click();
  });
}

/** Whether a script ran in the mail, or in a frame of it. */
function ranIn(window: MailWindow): boolean {
  if (window.ran === 1) return true;
  return Array.from({ length: window.length }, (_, index) => window[index]).some((inner) => {
    try {
      return ranIn(inner as MailWindow);
    } catch {
      return false;
    }
  });
}
