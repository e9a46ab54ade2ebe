import type { AttributeKind } from './html-state.ts';

/** More of a name than this says nothing: longer ones, made by sections, would be so many states. */
export const maxNameCharacters = 14;

/** HTML's own white space (HTML standard, "ASCII whitespace"); `\s` has more, U+00A0 among it. */
export const whiteSpace = /[\t\n\f\r ]/;

/** What ends the name of a tag. */
export const nameEnd = /[\t\n\f\r />]/;

/** In these no tags are read but their own end (HTML standard, section 13.2.6). */
const rawTextElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
]);

/** Raw text to a parser that runs scripts, and HTML to the others. */
const rawToSome = 'noscript';

/**
 * In SVG and MathML no element is raw text, and within these two of HTML's parsers pass over the
 * tags that open one (HTML standard, sections 13.2.6.5, 13.2.6.4.16 and 13.2.6.4.20).
 */
const unsureWithin: ReadonlySet<string> = new Set(['svg', 'math', 'select', 'frameset']);

/** Whether raw-text elements behind the start tag of that name may be read as HTML. */
export function makesRawTextUnsure(element: string): boolean {
  return unsureWithin.has(element);
}

/** Whether some parsers read tags in the element, and others none. */
export function isRawToSome(element: string): boolean {
  return element === rawToSome;
}

/** The element's name if no tags are read in it, else nothing. */
export function rawTextOf(element: string): string {
  return rawTextElements.has(element) ? element : '';
}

/**
 * Attributes whose value is opened or fetched: HTML's own, those that older mails have, and those
 * of SVG's `<animate>` and `<set>`, which give `href` a new value.
 */
const addresses: ReadonlySet<string> = new Set([
  'action',
  'background',
  'by',
  'cite',
  'codebase',
  'data',
  'dynsrc',
  'formaction',
  'from',
  'href',
  'longdesc',
  'lowsrc',
  'ping',
  'poster',
  'src',
  'srcset',
  'to',
]);

/** What the attribute of that name, in lower case, holds; `xlink:href` and `v:src` are addresses too. */
export function kindOfAttribute(name: string): AttributeKind {
  if (name === 'style') return 'style';
  if (name === 'srcdoc') return 'document';
  if (name.startsWith('on') && name.length > 2) return 'script';
  const local = name.slice(name.lastIndexOf(':') + 1);
  // Semicolons part the values of an animation (SVG Animations, "values"), each of which may be an address.
  if (local === 'values') return 'list';
  return addresses.has(local) ? 'address' : 'plain';
}
