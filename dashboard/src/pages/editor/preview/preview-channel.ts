import * as z from 'zod/mini';

/** What the preview's own page says. Nothing that it shows can speak: no script of a mail runs. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('shown'), number: z.number() }),
  z.object({ kind: z.literal('link'), href: z.string() }),
]);

export interface PreviewChannelOptions {
  /** The window of the frame; null while there is none. */
  frame: () => Window | null;
  /** The mail of this number stands in the frame. */
  onShown: (number: number) => void;
  /** Somebody chose a link in the mail. It was not followed. */
  onLink: (href: string) => void;
  /** Nothing came back: the frame holds something else than the preview's page, or nothing. */
  onLost: () => void;
}

/** How long the preview's page may take to answer, in milliseconds. */
const patienceMs = 5000;

/**
 * Talks with the frame that shows a mail. Messages are numbered and acknowledged; one of another
 * window is not listened to. The frame has no origin that could be named, so the window is what is
 * compared.
 */
export class PreviewChannel {
  readonly #options: PreviewChannelOptions;
  #isReady = false;
  #number = 0;
  #html: string | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewChannelOptions) {
    this.#options = options;
    window.addEventListener('message', this.#hear);
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
    window.removeEventListener('message', this.#hear);
  }

  #post(): void {
    if (!this.#isReady || this.#html === null) return;
    const { frame } = this.#options;
    frame()?.postMessage({ kind: 'show', number: this.#number, html: this.#html }, '*');
    this.#wait();
  }

  /** A page that nobody looks at draws nothing, and so acknowledges nothing. */
  #wait(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#options.onLost();
    }, patienceMs);
  }

  readonly #hear = ({ source, data }: MessageEvent): void => {
    const { frame, onShown, onLink } = this.#options;
    const heard = message.safeParse(data);
    if (source === null || source !== frame() || !heard.success) return;
    switch (heard.data.kind) {
      case 'link':
        onLink(heard.data.href);
        break;
      case 'ready':
        clearTimeout(this.#waiting);
        this.#isReady = true;
        this.#post();
        break;
      case 'shown':
        if (heard.data.number !== this.#number) break;
        clearTimeout(this.#waiting);
        onShown(this.#number);
    }
  };
}
