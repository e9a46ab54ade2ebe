import * as z from 'zod/mini';

/** The messages of the preview's own page. A mail in it cannot send any: its scripts do not run. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('shown'), number: z.number() }),
  z.object({ kind: z.literal('link'), href: z.string() }),
]);

export interface PreviewChannelOptions {
  /** The window of the frame; null before it is there. */
  frame: () => Window | null;
  /** The frame shows the mail with this number. */
  onShown: (number: number) => void;
  /** The author clicked a link in the mail. The frame does not follow it. */
  onLink: (href: string) => void;
  /** No answer came: the frame shows another page than the preview's, or nothing. */
  onLost: () => void;
}

/** How long the preview's page may take to answer, in milliseconds. */
const patienceMs = 5000;

/**
 * Exchanges messages with the frame that shows a mail. Mails are numbered and acknowledged. Messages of
 * other windows are ignored: by their window, since the sandboxed frame has no origin to compare.
 */
export class PreviewChannel {
  readonly #options: PreviewChannelOptions;
  #isReady = false;
  #number = 0;
  #html: string | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewChannelOptions) {
    this.#options = options;
    window.addEventListener('message', this.#receive);
    this.#wait();
  }

  /** Shows a mail; before the frame is ready, as soon as it is. Returns its number. */
  show(html: string): number {
    this.#html = html;
    this.#number += 1;
    this.#post();
    return this.#number;
  }

  close(): void {
    clearTimeout(this.#waiting);
    window.removeEventListener('message', this.#receive);
  }

  #post(): void {
    if (!this.#isReady || this.#html === null) return;
    const { frame } = this.#options;
    frame()?.postMessage({ kind: 'show', number: this.#number, html: this.#html }, '*');
    this.#wait();
  }

  /** A page in the background draws nothing, so it acknowledges nothing. */
  #wait(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#options.onLost();
    }, patienceMs);
  }

  readonly #receive = ({ source, data }: MessageEvent): void => {
    const { frame, onShown, onLink } = this.#options;
    const received = message.safeParse(data);
    if (source === null || source !== frame() || !received.success) return;
    switch (received.data.kind) {
      case 'link':
        onLink(received.data.href);
        break;
      case 'ready':
        clearTimeout(this.#waiting);
        this.#isReady = true;
        this.#post();
        break;
      case 'shown':
        if (received.data.number !== this.#number) break;
        clearTimeout(this.#waiting);
        onShown(this.#number);
    }
  };
}
