import { names } from './look.ts';
import type { FrameSegment } from './runs.ts';
import { create } from './safe-dom.ts';

export class EditedText {
  readonly segment: FrameSegment;
  readonly host: HTMLElement;
  readonly before: string;
  /** White space at the ends of the run, which only separates the run from its surroundings. */
  readonly #lead: string = '';
  readonly #trail: string = '';
  /** Whether the browser shows all white space, as in `<pre>`, or each run of it as one space. */
  readonly #keepsSpace: boolean;

  constructor(segment: FrameSegment, isFirst: boolean, isLast: boolean, keepsSpace: boolean) {
    this.segment = segment;
    this.#keepsSpace = keepsSpace;
    this.before = this.#shown(segment.text?.data ?? '', /[\t\n\f\r ]+/g);
    if (isFirst && !keepsSpace) this.#lead = /^\s*/.exec(this.before)?.[0] ?? '';
    const rest = this.before.slice(this.#lead.length);
    if (isLast && !keepsSpace) this.#trail = / *$/.exec(rest)?.[0] ?? '';
    this.host = create(document, names.text);
    this.host.textContent = rest.slice(0, rest.length - this.#trail.length);
    this.host.setAttribute('role', 'textbox');
    this.host.setAttribute('aria-label', 'Text of the mail');
    try {
      this.host.contentEditable = 'plaintext-only';
    } catch {
      this.host.contentEditable = 'true';
    }
  }

  get after(): string {
    return this.#lead + this.#shown(this.host.textContent ?? '', /[\t\n\f\r]+/g) + this.#trail;
  }

  show(after: string): void {
    this.host.textContent = after.slice(this.#lead.length, after.length - this.#trail.length);
  }

  get nodes(): Node[] {
    return [new Text(this.#lead), this.host, new Text(this.#trail)];
  }

  /** Puts the cursor after the first `offset` characters of the text as it was in the document; at its end if null. */
  focus(offset: number | null): void {
    const before = this.segment.text?.data.slice(0, offset ?? 0) ?? '';
    const shown = this.#shown(before, /[\t\n\f\r ]+/g).length - this.#lead.length;
    this.host.focus({ preventScroll: true });
    const words = this.host.firstChild;
    const length = this.host.textContent?.length ?? 0;
    const at = offset === null ? length : Math.max(0, Math.min(length, shown));
    getSelection()?.collapse(words ?? this.host, words ? at : 0);
  }

  #shown(text: string, space: RegExp): string {
    return this.#keepsSpace ? text : text.replace(space, ' ');
  }
}
