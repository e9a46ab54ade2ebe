import type { Output } from './output.ts';

/** Output for HTML: it escapes values and never prints two opening braces in a row. */
export class HtmlOutput implements Output {
  readonly part = 'html';
  /** Whether the HTML printed so far ends with an unescaped brace. */
  private endsWithBrace = false;

  text(text: string): string {
    // The template's own text never ends with a brace before a tag: it would belong to the tag.
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

const special = /[&<>"'{}]/;
const specials = /[&<>"'{}]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
};

/** The entities by character code, for all of ASCII; empty if the character is not escaped. */
const entityByCode: readonly string[] = Array.from(
  { length: 128 },
  (_, code) => entities[String.fromCharCode(code)] ?? '',
);

/** Up to this length a loop is twice as fast as a replacement, then half as fast. */
const shortLength = 128;

/**
 * Makes a value safe in HTML text and quoted attributes. Braces are escaped, so that no value looks like a placeholder;
 * `/`, `=` and the backtick stay, so that links are legible.
 */
export function escapeHtml(value: string): string {
  const first = value.search(special);
  if (first === -1) return value;
  if (value.length <= shortLength) return escapeFrom(first, value);
  return value.replace(specials, (found) => entities[found] ?? found);
}

function escapeFrom(first: number, value: string): string {
  let escaped = '';
  let copied = 0;
  for (let at = first; at < value.length; at++) {
    const entity = entityByCode[value.charCodeAt(at)];
    if (entity === undefined || entity === '') continue;
    escaped += value.slice(copied, at) + entity;
    copied = at + 1;
  }
  return escaped + value.slice(copied);
}
