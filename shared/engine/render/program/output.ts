import type { LimitedPart } from '../../errors.ts';
import type { ListStep } from './program.ts';

/** Formats what a program prints for one kind of part. Each method returns the text to print. */
export interface Output {
  /** The part that a refusal names. */
  readonly part: LimitedPart;
  /** The template's own text. */
  text(text: string): string;
  /** The value of `{{name}}`, or the encoded value of `{{%name}}`. */
  value(text: string): string;
  /** The value of `{{{name}}}` or `{{&name}}`. */
  raw(text: string): string;
  /** The text after a placeholder's pipe. */
  default(text: string): string;
  /** A step of `layout`, or the beginning of a numbered list; an output without layout ignores it. */
  layout(step: number | ListStep): string;
  /** Returns the text that the output held back until the end. */
  end(): string;
}

/** A subject, or a text that the author wrote: everything is printed as it is. */
export class PlainOutput implements Output {
  readonly part: LimitedPart;

  constructor(part: LimitedPart) {
    this.part = part;
  }

  text(text: string): string {
    return text;
  }

  value(text: string): string {
    return text;
  }

  raw(text: string): string {
    return text;
  }

  default(text: string): string {
    return text;
  }

  layout(_step: number | ListStep): string {
    return '';
  }

  end(): string {
    return '';
  }
}
