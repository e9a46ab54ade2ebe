import {
  type CopyMessage,
  type FrameMessage,
  previewMessage,
  type ShownCopy,
} from './preview-messages.ts';

export interface PreviewMail {
  html: string;
  /** How to edit the texts that `html` marks. Undefined: not at all. */
  copy?: ShownCopy;
}

interface PreviewChannelOptions {
  frame: () => Window | null;
  onShown: (number: number) => void;
  /** The frame does not follow a clicked link. */
  onLink: (href: string) => void;
  onCopy: (message: CopyMessage) => void;
}

/** Numbers the mails; the frame acknowledges each. Compares windows, because the sandboxed frame has no origin. */
export class PreviewChannel {
  readonly #options: PreviewChannelOptions;
  #isReady = false;
  #number = 0;
  #mail: PreviewMail | null = null;
  #pointed: number | null = null;

  constructor(options: PreviewChannelOptions) {
    this.#options = options;
    window.addEventListener('message', this.#receive);
  }

  /** Waits until the frame is ready. Returns the mail's number. */
  show(mail: PreviewMail): number {
    this.#mail = mail;
    this.#number += 1;
    this.#post();
    return this.#number;
  }

  /** Highlights a run, and scrolls to it if it is out of sight; none if null. */
  point(run: number | null): void {
    this.#pointed = run;
    this.#send({ kind: 'point', number: this.#number, run, scrolls: true });
  }

  close(): void {
    window.removeEventListener('message', this.#receive);
  }

  #post(): void {
    if (!this.#isReady || this.#mail === null) return;
    const { html, copy = null } = this.#mail;
    this.#send({ kind: 'show', number: this.#number, html, copy });
  }

  #send(message: FrameMessage): void {
    if (this.#isReady) this.#options.frame()?.postMessage(message, '*');
  }

  readonly #receive = ({ source, data }: MessageEvent): void => {
    const { frame, onShown, onLink, onCopy } = this.#options;
    const received = previewMessage.safeParse(data);
    if (source === null || source !== frame() || !received.success) return;
    const message = received.data;
    switch (message.kind) {
      case 'link':
        onLink(message.href);
        break;
      case 'ready':
        this.#isReady = true;
        this.#post();
        break;
      case 'shown':
        if (message.number !== this.#number) break;
        // A mail that is shown again stays where the author has scrolled it to.
        this.#send({ kind: 'point', number: this.#number, run: this.#pointed, scrolls: false });
        onShown(this.#number);
        break;
      case 'undo':
        onCopy(message);
        break;
      default:
        if (message.number === this.#number) onCopy(message);
    }
  };
}
