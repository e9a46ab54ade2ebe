import { PlainOutput } from '../program/output.ts';
import type { ListStep } from '../program/program.ts';
import { layout } from './layout.ts';
import { LayoutOutput } from './layout-output.ts';

/** Prints an author's text as it is, but for derived texts of partials, which are laid out. */
export class WrittenTextOutput extends PlainOutput {
  private inset: LayoutOutput | null = null;

  constructor() {
    super('text');
  }

  override text(text: string): string {
    return this.inset === null ? text : this.inset.text(text);
  }

  override value(text: string): string {
    return this.inset === null ? text : this.inset.value(text);
  }

  override raw(text: string): string {
    return this.inset === null ? text : this.inset.raw(text);
  }

  override default(text: string): string {
    return this.inset === null ? text : this.inset.default(text);
  }

  override layout(step: number | ListStep): string {
    if (step === layout.inset) this.inset = new LayoutOutput();
    else if (step !== layout.insetEnd) this.inset?.layout(step);
    else return this.endInset();
    return '';
  }

  private endInset(): string {
    const printed = this.inset?.end() ?? '';
    this.inset = null;
    return printed;
  }
}
