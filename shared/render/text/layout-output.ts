import type { Output } from '../program/output.ts';
import type { ListStep } from '../program/program.ts';
import { layout } from './layout.ts';
import { layoutName, TextLayout } from './text-layout.ts';

/** A text that was derived from HTML: what is printed is laid out, and held back until the end. */
export class LayoutOutput implements Output {
  readonly what = layoutName;
  private readonly laidOut = new TextLayout();

  text(text: string): string {
    this.laidOut.words(text);
    return '';
  }

  /** A value keeps its own line breaks; white space around it is a gap like any other. */
  value(text: string): string {
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
    if (typeof step === 'number') this.laidOut.layout(step);
    else this.laidOut.list(step.first);
    return '';
  }

  end(): string {
    return this.laidOut.finish();
  }
}
