import type { AttributeKind } from './html-state.ts';

/** More of a name than this tells nothing: longer ones, made by sections, would be so many states. */
export const maxNameCharacters = 14;

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
]);

/** The element's name if no tags are read in it, else nothing. */
export function rawTextOf(element: string): string {
  return rawTextElements.has(element) ? element : '';
}

/** Attributes whose value is opened or fetched: HTML's own, and those that older mails have. */
const addresses: ReadonlySet<string> = new Set([
  'action',
  'background',
  'cite',
  'codebase',
  'data',
  'dynsrc',
  'formaction',
  'href',
  'longdesc',
  'lowsrc',
  'ping',
  'poster',
  'src',
  'srcset',
]);

/** What the attribute of that name, in lower case, holds; `xlink:href` and `v:src` are addresses too. */
export function kindOfAttribute(name: string): AttributeKind {
  if (name === 'style') return 'style';
  if (name === 'srcdoc') return 'document';
  if (name.startsWith('on') && name.length > 2) return 'script';
  return addresses.has(name.slice(name.lastIndexOf(':') + 1)) ? 'address' : 'plain';
}
