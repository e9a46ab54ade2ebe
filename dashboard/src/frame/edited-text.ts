import { names } from './look.ts';
import type { FrameSegment } from './runs.ts';
import { create } from './safe-dom.ts';

export interface TextPlace {
  isFirst: boolean;
  isLast: boolean;
  /** Whether the browser shows all white space there, as in `<pre>`. Otherwise it shows each run of it as one space. */
  keepsSpace: boolean;
}

export class EditedText {
  readonly segment: FrameSegment;
  /** The element that the author types into. */
  readonly host: HTMLElement;
  /** What the browser showed before. */
  readonly before: string;
  /** White space at the ends of the run, which stays: it only separates the run from its surroundings. */
  readonly #lead: string = '';
  readonly #trail: string = '';
  readonly #keepsSpace: boolean;

  constructor(segment: FrameSegment, { isFirst, isLast, keepsSpace }: TextPlace) {
    this.segment = segment;
    this.#keepsSpace = keepsSpace;
    this.before = this.#shown(segment.text?.data ?? '', /[\t\n\f\r ]+/g);
    let words = this.before;
    if (isFirst && !keepsSpace) {
      words = words.trimStart();
      this.#lead = this.before.slice(0, this.before.length - words.length);
    }
    if (isLast && !keepsSpace) {
      const [trail = ''] = / *$/.exec(words) ?? [];
      words = words.slice(0, words.length - trail.length);
      this.#trail = trail;
    }
    this.host = create(document, names.text);
    this.host.textContent = words;
    this.host.setAttribute('role', 'textbox');
    this.host.setAttribute('aria-label', 'Text of the mail');
    try {
      this.host.contentEditable = 'plaintext-only';
    } catch {
      this.host.contentEditable = 'true';
    }
  }

  /** What the browser is to show now. */
  get after(): string {
    return this.#lead + this.#shown(this.host.textContent ?? '', /[\t\n\f\r]+/g) + this.#trail;
  }

  get nodes(): Node[] {
    return [new Text(this.#lead), this.host, new Text(this.#trail)];
  }

  /** Puts the cursor after the first `offset` characters of the text as it was in the document; at its end if null. */
  focus(offset: number | null): void {
    const before = this.segment.text?.data.slice(0, offset ?? Number.POSITIVE_INFINITY) ?? '';
    const typed = this.#shown(before, /[\t\n\f\r ]+/g).length - this.#lead.length;
    this.host.focus({ preventScroll: true });
    const words = this.host.firstChild;
    const length = this.host.textContent?.length ?? 0;
    getSelection()?.collapse(words ?? this.host, words ? Math.max(0, Math.min(length, typed)) : 0);
  }

  #shown(text: string, space: RegExp): string {
    return this.#keepsSpace ? text : text.replace(space, ' ');
  }
}
