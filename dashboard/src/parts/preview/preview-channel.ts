import {
  type CopyMessage,
  type FrameMessage,
  previewMessage,
  type ShownCopy,
} from './preview-messages.ts';

/** A mail for the preview. */
export interface PreviewMail {
  html: string;
  /** What the preview may do with the mail's texts, whose marks `html` has. Undefined if it may do nothing. */
  copy?: ShownCopy;
}

interface PreviewChannelOptions {
  /** The window of the frame; null until the frame exists. */
  frame: () => Window | null;
  /** The frame shows the mail with this number. */
  onShown: (number: number) => void;
  /** The author clicked a link in the mail. The frame does not follow it. */
  onLink: (href: string) => void;
  /** The author did something with the texts of the mail that was shown last. */
  onCopy: (message: CopyMessage) => void;
}

/**
 * Exchanges messages with the frame that shows a mail. It numbers the mails, and the frame acknowledges each
 * one. It ignores messages of other windows. It compares windows because the sandboxed frame has no origin.
 */
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

  /** Shows a mail as soon as the frame is ready. Returns the mail's number. */
  show(mail: PreviewMail): number {
    this.#mail = mail;
    this.#number += 1;
    this.#post();
    return this.#number;
  }

  /** Highlights a run of the mail, or none if it is null. Scrolls to the run if it is out of sight. */
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
