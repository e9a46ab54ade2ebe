import type { LimitedPart } from '../../errors.ts';
import type { Output } from './output.ts';

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

  layout(): string {
    return '';
  }

  end(): string {
    return '';
  }
}
