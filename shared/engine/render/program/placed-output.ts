import { HtmlOutput } from './html-output.ts';
import type { Output } from './output.ts';
import type { ListStep } from './program.ts';

/** Output for HTML that records the offset of each piece. In its program, a piece's number precedes the piece. */
export class PlacedOutput implements Output {
  readonly part = 'html';
  /** Pairs: an offset in the HTML, in UTF-16 code units, and the number of the piece that is printed from there on. */
  readonly printed: number[] = [];
  private readonly html = new HtmlOutput();
  private length = 0;

  text(text: string): string {
    return this.note(this.html.text(text));
  }

  value(text: string): string {
    return this.note(this.html.value(text));
  }

  raw(text: string): string {
    return this.note(this.html.raw(text));
  }

  default(text: string): string {
    return this.note(this.html.default(text));
  }

  layout(step: number | ListStep): string {
    if (typeof step === 'number') this.printed.push(this.length, step);
    return '';
  }

  end(): string {
    return '';
  }

  private note(text: string): string {
    this.length += text.length;
    return text;
  }
}
