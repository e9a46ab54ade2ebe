/** The states of the HTML standard's tokenizer (section 13.2.5). */
export type HtmlPlace =
  | 'text'
  | 'tag open'
  | 'end tag open'
  | 'tag name'
  | 'in tag'
  | 'attribute name'
  | 'after attribute name'
  | 'before value'
  | 'double-quoted'
  | 'single-quoted'
  | 'unquoted'
  | 'raw text'
  | 'raw text open'
  | 'raw text name'
  | 'declaration'
  | 'condition'
  | 'comment'
  | 'cdata'
  | 'bogus comment';

/** Everything that decides how the HTML after a place is read. */
export type HtmlState = {
  readonly place: HtmlPlace;
  /** A tag's or attribute's name so far, in lower case and cut. */
  readonly name: string;
  /** The raw-text element that is open or that the current tag opens; empty if there is none. */
  readonly element: string;
  readonly attribute: AttributeKind;
  /** The beginning of an address or of a comment's end, or the state of `readStyle` or `readScript`. */
  readonly value: string;
  /** Because of an earlier tag, parsers may read `<title>` and the like as HTML, not as raw text. */
  readonly rawIsUnsure: boolean;
};

/** How mail programs read an attribute's value. */
export type AttributeKind = 'plain' | 'address' | 'style' | 'script' | 'document' | 'list';

/** The state at the beginning of every HTML. */
export const outermost: HtmlState = {
  place: 'text',
  name: '',
  element: '',
  attribute: 'plain',
  value: '',
  rawIsUnsure: false,
};

/** Returns equal texts for equal states. */
export function keyOf(state: HtmlState): string {
  const { place, name, element, attribute, value, rawIsUnsure } = state;
  return [place, element, attribute, value, rawIsUnsure, name].join('\n');
}
