/** The state of a reader of HTML, by the names of the HTML standard's tokenizer, section 13.2.5. */
export type Place =
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

/** Everything that decides how the HTML behind a place is read: equal states read on alike. */
export type HtmlState = {
  readonly place: Place;
  /** As much as was read of a tag's or an attribute's name, in lower case; cut where it is long. */
  readonly name: string;
  /** The element that is open, or opened by the tag being read, if no tags are read in it. */
  readonly element: string;
  readonly attribute: AttributeKind;
  /** How an address begins, how far `url(` and its address were read in a style, or the end of a comment. */
  readonly value: string;
  /** A tag before may keep parsers from reading `<title>` and the like as raw text. */
  readonly rawIsUnsure: boolean;
};

/** What an attribute's value is to those who read it. */
export type AttributeKind = 'plain' | 'address' | 'style' | 'script' | 'document' | 'list';

/** How every HTML begins. */
export const outermost: HtmlState = {
  place: 'text',
  name: '',
  element: '',
  attribute: 'plain',
  value: '',
  rawIsUnsure: false,
};

/** The same text for equal states. */
export function keyOf(state: HtmlState): string {
  const { place, name, element, attribute, value, rawIsUnsure } = state;
  return [place, element, attribute, value, rawIsUnsure, name].join('\n');
}
