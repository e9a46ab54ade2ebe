import type { AttributeKind } from './html-state.ts';

/** Names are cut here: the rest has no effect, and names built by sections would make too many states. */
export const maxNameCharacters = 14;

/** HTML's "ASCII whitespace"; `\s` matches others too, such as U+00A0. */
export const whiteSpace = /[\t\n\f\r ]/;

/** The characters that end the name of a tag. */
export const nameEnd = /[\t\n\f\r />]/;

/** Raw-text elements, without tags but their own end tag (HTML standard, section 13.2.6). */
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

/** Parsers that run scripts read this element as raw text; other parsers read it as HTML. */
const rawToSome = 'noscript';

/**
 * In SVG and MathML no element is raw text; in `select` and `frameset` parsers ignore raw-text tags (HTML standard,
 * sections 13.2.6.5, 13.2.6.4.16 and 13.2.6.4.20).
 */
const unsureWithin: ReadonlySet<string> = new Set(['svg', 'math', 'select', 'frameset']);

/** Whether parsers may read raw-text elements after a start tag of that name as HTML. */
export function makesRawTextUnsure(element: string): boolean {
  return unsureWithin.has(element);
}

/** Whether some parsers read tags in the element and others do not. */
export function isRawToSome(element: string): boolean {
  return element === rawToSome;
}

/** The element's name if it is a raw-text element, else an empty text. */
export function rawTextOf(element: string): string {
  return rawTextElements.has(element) ? element : '';
}

/**
 * Attributes that are opened or fetched: HTML's, those of older mails, and of SVG's `<animate>` and `<set>`, which
 * change `href`.
 */
const addresses: ReadonlySet<string> = new Set([
  'action',
  'attributionsrc',
  'background',
  'by',
  'cite',
  'codebase',
  'data',
  'dynsrc',
  'formaction',
  'from',
  'href',
  'imagesrcset',
  'longdesc',
  'lowsrc',
  'ping',
  'poster',
  'src',
  'srcset',
  'to',
]);

/** SVG's attributes whose value is that of a property of CSS and may be a `url()` (SVG 2, section 6.6). */
const styles: ReadonlySet<string> = new Set([
  'clip-path',
  'cursor',
  'fill',
  'filter',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
  'style',
]);

/** The kind of an attribute in lower case; `xlink:href` and `v:src` are addresses too. */
export function kindOfAttribute(name: string): AttributeKind {
  if (styles.has(name)) return 'style';
  if (name === 'srcdoc') return 'document';
  if (name.startsWith('on') && name.length > 2) return 'script';
  const local = name.slice(name.lastIndexOf(':') + 1);
  // Semicolons separate the values of an animation (SVG Animations, "values"), each of which may be
  // an address.
  if (local === 'values') return 'list';
  return addresses.has(local) ? 'address' : 'plain';
}
