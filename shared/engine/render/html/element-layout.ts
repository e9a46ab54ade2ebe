import { layout } from '../text/layout.ts';

/** Readers do not see the content of these elements. */
export const unseenElements: ReadonlySet<string> = new Set([
  ...['head', 'title', 'style', 'script', 'template', 'svg', 'math'],
  ...['iframe', 'object', 'select', 'datalist', 'textarea', 'map'],
]);

/** The steps of `layout` before and after an element's words. */
export type Around = { readonly before: number; readonly after: number | null };

const line: Around = { before: layout.line, after: layout.line };
const blank: Around = { before: layout.blank, after: layout.blank };

const elements: ReadonlyMap<string, Around> = new Map([
  ...each(line, 'address', 'article', 'aside', 'body', 'caption', 'center', 'dd', 'details', 'div'),
  ...each(line, 'dt', 'figcaption', 'footer', 'form', 'header', 'legend', 'main', 'nav', 'section'),
  ...each(line, 'summary', 'td', 'th'),
  ...each(blank, 'dl', 'fieldset', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'pre'),
  ...each(blank, 'table'),
  ...each({ before: layout.row, after: layout.rowEnd }, 'tr'),
  // For `ol`, the walk reports a numbered list instead of the step before.
  ...each({ before: layout.bullets, after: layout.listEnd }, 'ul', 'menu', 'dir', 'ol'),
  ...each({ before: layout.item, after: layout.itemEnd }, 'li'),
  ...each({ before: layout.quote, after: layout.quoteEnd }, 'blockquote'),
]);

function each(around: Around, ...names: string[]): [string, Around][] {
  return names.map((name) => [name, around]);
}

/** The layout steps around an element; null within a line. `td` and `th` are cells only in a `tr`. */
export function layoutOf(name: string, parent: string, isBlock: boolean): Around | null {
  if (parent === 'tr' && (name === 'td' || name === 'th')) {
    return { before: layout.cell, after: null };
  }
  // For a picture, `display:block` only removes the gap below it.
  return elements.get(name) ?? (isBlock && name !== 'img' ? line : null);
}
