/** `walkHtml` calls these methods with the contents of an HTML document, in reading order. */
export interface WordTarget {
  /** Words with one space between them, and no white space before or after them. */
  words(text: string): void;
  /** A part of a line whose white space counts. */
  verbatim(text: string): void;
  /** A layout step: one of the numbers of `layout`. */
  layout(step: number): void;
  /** Begins a numbered list, whose first item has the number `first`. */
  list(first: number): void;
  /** Text that a plain-text mail leaves out: comments, hidden words, attributes. */
  unseen(text: string): void;
}
