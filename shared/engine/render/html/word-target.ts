/** What a walk over an HTML reports, in the order of reading. */
export interface WordTarget {
  /** Words with white space collapsed and none around them. */
  words(text: string): void;
  /** A part of a line whose white space counts. */
  verbatim(text: string): void;
  /** A step of `layout`. */
  layout(step: number): void;
  /** Begins a numbered list. */
  list(first: number): void;
  /** What a plain text leaves out: comments, hidden words, attributes. */
  unseen(text: string): void;
}
