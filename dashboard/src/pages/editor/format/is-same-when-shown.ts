/** Elements whose edges swallow white space. */
const blocks = new Set(
  (
    'html head body title meta link base address article aside blockquote center dd details dialog div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table caption colgroup col ' +
    'tbody td tfoot th thead tr ul br'
  ).split(' '),
);

/** Elements whose content stays as it is. */
const exact = new Set(['pre', 'textarea', 'script', 'style']);

/**
 * Whether two sources of HTML differ only in white space that no browser shows: the same elements with the same attributes,
 * the same comments, and the same text once white space is one space, and none at the edge of a block. A tag of a template
 * counts as text.
 */
export function isSameWhenShown(one: string, other: string): boolean {
  return outlineOf(one) === outlineOf(other);
}

function outlineOf(source: string): string {
  const outline: Outline = { pieces: [], apart: [] };
  walk(new DOMParser().parseFromString(source, 'text/html'), outline);
  const text = collapsed(outline.pieces.join('')).replaceAll(edgeSpace, '');
  return [text, ...outline.apart].join('\n');
}

interface Outline {
  /** Text, elements and the edges of blocks. */
  pieces: string[];
  /** Comments, and what stays as it is: no text flows around them. */
  apart: string[];
}

/** Marks the edges of blocks. It is no character of HTML. */
const edge = '\u0000';
const edgeSpace = new RegExp(`(?<=^|${edge}) | (?=$|${edge})`, 'g');

function walk(node: Node, outline: Outline): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) outline.pieces.push(child.data);
    else if (child instanceof Comment) outline.apart.push(collapsed(child.data));
    else if (child instanceof Element) addElement(child, outline);
  }
}

function addElement(element: Element, outline: Outline): void {
  const name = element.localName;
  const attributes = [...element.attributes]
    .map(({ name: key, value }) => ` ${key}="${collapsed(value).trim()}"`)
    .sort();
  const around = blocks.has(name) ? edge : '';
  outline.pieces.push(around, `<${name}${attributes.join('')}>`, around);
  if (exact.has(name)) outline.apart.push(element.textContent ?? '');
  else walk(element instanceof HTMLTemplateElement ? element.content : element, outline);
  outline.pieces.push(around, `</${name}>`, around);
}

/** Not the no-break space, which is shown. */
const collapsed = (text: string) => text.replaceAll(/[ \t\r\n\f]+/g, ' ');
