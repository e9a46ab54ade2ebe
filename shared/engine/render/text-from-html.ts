import { walkHtml } from './html/walk-html.ts';
import { checkBytes } from './program/rendered-size.ts';
import { TextLayout } from './text/text-layout.ts';

/**
 * The plain text of an HTML, as a person would have written it: paragraphs, lists, rows of tables,
 * links with their addresses, pictures by their `alt`; nothing that a reader does not see.
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
