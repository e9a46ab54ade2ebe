import type { Output } from '../program/output.ts';
import type { ListStep } from '../program/program.ts';
import { layout } from './layout.ts';
import { TextLayout } from './text-layout.ts';

/** Lays out a derived text, and returns it at the end. */
export class LayoutOutput implements Output {
  readonly part = 'text';
  private readonly laidOut = new TextLayout();
  private foldsLines = false;

  text(text: string): string {
    this.laidOut.words(text);
    return '';
  }

  /** A value's line breaks become spaces unless the HTML shows them, so that no value becomes a paragraph. */
  value(value: string): string {
    const text = this.foldsLines ? foldLines(value) : value;
    const words = text.trim();
    if (words === text) return this.text(words);
    if (text !== text.trimStart()) this.laidOut.layout(layout.space);
    this.laidOut.words(words);
    if (text !== text.trimEnd()) this.laidOut.layout(layout.space);
    return '';
  }

  raw(text: string): string {
    return this.value(text);
  }

  default(text: string): string {
    return this.text(text);
  }

  layout(step: number | ListStep): string {
    if (typeof step !== 'number') this.laidOut.list(step.first);
    else if (step < layout.foldLines) this.laidOut.layout(step);
    else this.foldsLines = step === layout.foldLines;
    return '';
  }

  end(): string {
    return this.laidOut.finish();
  }
}

/** The characters at which a program may break a line of plain text (Unicode, section 5.8). */
const lineBreak = /[\n-\r\x85\u2028\u2029]/;

function foldLines(text: string): string {
  // Nearly every value is one line, and this test costs far less than a replacement.
  if (!lineBreak.test(text)) return text;
  return text.replace(/[\s\x85]+/g, (space) => (lineBreak.test(space) ? ' ' : space));
}
