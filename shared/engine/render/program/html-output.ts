import { escapeHtml } from './escape-html.ts';
import type { Output } from './output.ts';

/** HTML: values are escaped, and two opening braces never meet, whatever is printed. */
export class HtmlOutput implements Output {
  readonly part = 'html';
  /** Whether what was printed so far ends with a brace as it is. */
  private endsWithBrace = false;

  text(text: string): string {
    // The template's own text never ends with a brace where more follows: in front of a tag a
    // brace is the tag's own.
    return this.endsWithBrace ? this.apart(text) : text;
  }

  value(text: string): string {
    return this.text(escapeHtml(text));
  }

  raw(text: string): string {
    if (!text.includes('{')) return this.text(text);
    const single = text.replaceAll('{{', '&#123;&#123;');
    const printed = this.text(single);
    if (printed.endsWith('{')) this.endsWithBrace = true;
    return printed;
  }

  default(text: string): string {
    return this.raw(text);
  }

  layout(): string {
    return '';
  }

  end(): string {
    return '';
  }

  private apart(text: string): string {
    this.endsWithBrace = text === '';
    return text.startsWith('{') ? `&#123;${text.slice(1)}` : text;
  }
}
