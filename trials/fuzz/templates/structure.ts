import { Parser } from 'htmlparser2';

const addresses: readonly string[] = ['href', 'src'];

/**
 * HTML as htmlparser2 reads it, without its text: the shape (elements and attributes, in order), the values of attributes
 * that are opened or fetched, and the first address that each style fetches.
 */
export function structureOf(html: string) {
  const shape: string[] = [];
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      shape.push(`<${name} ${Object.keys(attributes).join(' ')}>`);
      for (const attribute of addresses) found.push(attributes[attribute] ?? '');
      if (attributes.style !== undefined) shape.push(declarations(attributes.style));
      found.push(/url\(([^)]*)/i.exec(attributes.style ?? '')?.[1] ?? '');
    },
    onclosetag: (name) => shape.push(`</${name}>`),
    oncomment: () => shape.push('<!---->'),
    onprocessinginstruction: (name) => shape.push(name),
  });
  parser.end(html);
  return { shape, addresses: found };
}

/** The punctuation of a style, which a value must not change. Colours may have brackets. */
function declarations(style: string): string {
  return style.replace(/(?:rgb|hsl)a?\([^()]*\)/gi, ' ').replace(/[^;{}()"'\\]+/g, ' ');
}

/** The scheme of an address as a browser reads it, in lower case; empty if it has none. */
export function schemeOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : '';
}

/** An author's letters may precede one of these schemes. No scheme that runs a script ends with one. */
const permitted = /^$|(?:https?|mailto|tel|cid)$/;

/** Whether the engine allows a value to make this scheme; an empty text means no scheme. */
export function isPermitted(scheme: string): boolean {
  return permitted.test(scheme);
}
