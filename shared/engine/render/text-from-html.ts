import { walkHtml } from './html/walk-html.ts';
import { checkBytes } from './program/rendered-size.ts';
import { TextLayout } from './text/text-layout.ts';

/**
 * The plain text of an HTML: paragraphs, lists, rows, links with addresses, `alt` of pictures.
 *
 * @throws {Refusal} `overLimit` if the text is larger than a rendering may be
 */
export function textFromHtml(html: string): string {
  const text = new TextLayout();
  walkHtml(html, {
    words: (words) => text.words(words),
    verbatim: (line) => text.words(line),
    layout: (step) => text.layout(step),
    list: (first) => text.list(first),
    unseen: () => {},
  });
  return checkBytes('text', text.finish());
}
