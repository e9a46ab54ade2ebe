import * as z from 'zod/mini';

/** The messages that the preview's page sends. The mail in it cannot send any, because its scripts do not run. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('shown'), number: z.number() }),
  z.object({ kind: z.literal('link'), href: z.string() }),
]);

export interface PreviewChannelOptions {
  /** The window of the frame; null until the frame exists. */
  frame: () => Window | null;
  /** The frame shows the mail with this number. */
  onShown: (number: number) => void;
  /** The author clicked a link in the mail. The frame does not follow it. */
  onLink: (href: string) => void;
  /** The frame did not answer: it shows another page than the preview's, or nothing. */
  onLost: () => void;
}

/** How long the preview's page may take to answer, in milliseconds. */
const timeoutMs = 5000;

/**
 * Exchanges messages with the frame that shows a mail. It numbers the mails, and the frame acknowledges each
 * one. It ignores messages of other windows. It compares windows because the sandboxed frame has no origin.
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

  /** Shows a mail as soon as the frame is ready. Returns the mail's number. */
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

  /** Starts the timeout. It ignores a page in the background, which draws nothing and acknowledges nothing. */
  #wait(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#options.onLost();
    }, timeoutMs);
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
