import { isPermitted } from '../../permitted.ts';
import type { Reading } from '../reading.ts';
import { addressOf, describe, elementsOf, schemeOf } from './describe.ts';

/** A window in which a value's script says that it ran. */
type MailWindow = Window & { ran?: number; heard?: () => void };

/** Frames that are open at once. */
const framesAtOnce = 40;

/** Shows each mail as a document of its own that nothing holds back, uses it as a reader may, and reads it. */
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
  await Promise.all(Array.from({ length: framesAtOnce }, readOn));
  return read;
}

async function readMail(frame: HTMLIFrameElement, html: string): Promise<Reading> {
  const { contentDocument: inside } = frame;
  const window = frame.contentWindow as MailWindow | null;
  if (inside === null || window === null) throw new Error(`The frame shows nothing: ${html}`);
  delete window.ran;
  await write(inside, html);
  await animate(inside);
  const described = describe(inside, html);
  if (use(inside)) await hearLast(inside, window);
  return { ...described, ran: ranIn(window) };
}

function newFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 90px; height: 30px';
  document.body.append(frame);
  return frame;
}

/** Until its pictures are there, or were asked for in vain. */
async function write(inside: Document, html: string): Promise<void> {
  inside.open();
  inside.write(html);
  inside.close();
  while (inside.readyState !== 'complete') await new Promise((resolve) => setTimeout(resolve));
}

/** Short animations are over then, and each has set its address at the second frame. */
async function animate(inside: Document): Promise<void> {
  const drawings = inside.querySelectorAll('svg');
  if (inside.querySelector('animate, set') === null) return;
  for (const drawing of drawings) drawing.setCurrentTime(1);
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Gives each element the focus and presses it. Returns whether an address with a scheme of its own is being followed. */
function use(inside: Document): boolean {
  let isLed = false;
  for (const element of elementsOf(inside)) {
    const follow = (event: Event) => {
      const leads = element.localName === 'a' && !isPermitted(schemeOf(addressOf(element)));
      if (leads) isLed = true;
      // No other link is to lead away.
      else event.preventDefault();
    };
    element.addEventListener('click', follow);
    if ('focus' in element) (element as HTMLElement).focus();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    element.removeEventListener('click', follow);
  }
  return isLed;
}

/** A link of our own runs after all that were pressed before it. */
function hearLast(inside: Document, window: MailWindow): Promise<void> {
  return new Promise((resolve) => {
    window.heard = resolve;
    const link = inside.createElement('a');
    link.href = 'javascript:window.heard()';
    inside.documentElement.append(link);
    link.click();
  });
}

/** In the mail, or in a frame of it. */
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
