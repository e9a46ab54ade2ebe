/** A placeholder that prints its value escaped, not encoded: its name is in the first group. */
const valueTag = /(?<!\{)\{\{\s*([^\s{}#^/&!>=%|][^\s{}|]*)\s*(?:\|[^{}]*)?\}\}/g;

const anyTag = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g;

/** A query up to a value of one of its fields, without white space. */
const beforeValue = /(?:\?|&(?:amp;|#38;)?)[^\s"'<>=&#?;]+=[^\s"'<>&#]*$/;

/** The field of a query and what comes before the placeholder in its value are shorter than this. */
const searchedCharacters = 300;

/** Finds the placeholders in the values of queries, in HTML or in a text, that are not encoded. */
export function unencodedValues(source: string): { name: string; offset: number }[] {
  // A tag is a part of the address around it, whatever its own letters are.
  const masked = source.replace(anyTag, (tag) => 'x'.repeat(tag.length));
  return [...source.matchAll(valueTag)].flatMap(({ index: offset, 1: name = '' }) => {
    const before = masked.slice(Math.max(0, offset - searchedCharacters), offset);
    return beforeValue.test(before) ? [{ name, offset }] : [];
  });
}
