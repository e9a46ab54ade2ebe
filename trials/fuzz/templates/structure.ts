import { Parser } from 'htmlparser2';

/** What a reader of HTML makes of it besides its words: elements and attributes, in order. */
export type Structure = {
  readonly shape: readonly string[];
  /** The values of attributes that are opened or fetched, and the first that a style fetches. */
  readonly addresses: readonly string[];
};

const addresses: readonly string[] = ['href', 'src'];

/** Reads by the parser of another author. */
export function structureOf(html: string): Structure {
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

/** How a style is divided: what a value must not change. Colours may have brackets of their own. */
function declarations(style: string): string {
  return style.replace(/(?:rgb|hsl)a?\([^()]*\)/gi, ' ').replace(/[^;{}()"'\\]+/g, ' ');
}

/** The scheme that a browser sees in an address, lower case; empty where it has none. */
export function schemeOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : '';
}
