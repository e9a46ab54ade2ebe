/** A blank line is the widest gap. */
const maxLines = 2;

/** Items and quotations that nest deeper get no further indent. */
const maxLevels = 16;

/** A list item or a quotation, which begins each of its lines. */
type Level = { readonly isItem: boolean; readonly indent: string; marker: string | null };

/** Lines of a plain text: the whole text, or one cell of a row. */
export class TextBlock {
  text = '';
  isMultiline = false;
  /** How many line breaks to print before the next words. */
  private trailing = 0;
  private isApart = false;
  private readonly levels: Level[] = [];
  private deeperLevels = 0;
  /** How many levels a blank line belongs to: those around the words on both its sides. */
  private sharedLevels = 0;

  get isInItem(): boolean {
    return this.levels.at(-1)?.isItem === true;
  }

  space(): void {
    this.isApart = true;
  }

  /** Requests at least `count` line breaks before the next words, but only one within an item. */
  lines(count: number): void {
    this.setTrailing(Math.max(this.trailing, this.isInItem ? Math.min(count, 1) : count));
  }

  lineBreak(): void {
    this.setTrailing(Math.min(this.trailing + 1, maxLines));
  }

  /** Prints the requested gap. Returns false if the next words directly follow the last. */
  pad(): boolean {
    const isFirst = this.text === '';
    const isApart = !isFirst && (this.trailing > 0 || this.isApart);
    if (isFirst || this.trailing > 0) this.text += this.beginLine(isFirst);
    else if (this.isApart) this.text += ' ';
    this.isApart = false;
    this.trailing = 0;
    return isApart;
  }

  /** Prints words directly after the last, without the requested gap. */
  add(words: string, isMultiline = words.includes('\n')): void {
    if (isMultiline) this.isMultiline = true;
    const isIndented = isMultiline && this.levels.length > 0;
    this.text += isIndented ? indentLines(words, this.indent(this.levels)) : words;
  }

  /** Begins an item or a quotation. `marker` is printed once, before the first words in it. */
  enter(isItem: boolean, indent: string, marker: string | null): void {
    if (this.levels.length < maxLevels) this.levels.push({ isItem, indent, marker });
    else this.deeperLevels += 1;
  }

  /** Ends the innermost item or quotation, if it is of the given kind. */
  leave(isItem: boolean): void {
    if (this.deeperLevels > 0) {
      this.deeperLevels -= 1;
      return;
    }
    if (this.levels.at(-1)?.isItem !== isItem) return;
    this.levels.pop();
    this.sharedLevels = Math.min(this.sharedLevels, this.levels.length);
  }

  private setTrailing(lines: number): void {
    if (this.trailing === 0) this.sharedLevels = this.levels.length;
    this.trailing = lines;
  }

  private beginLine(isFirst: boolean): string {
    const begin = this.levels.map(({ marker, indent }) => marker ?? indent).join('');
    for (const level of this.levels) level.marker = null;
    if (isFirst) return begin;
    this.isMultiline = true;
    const shared = this.indent(this.levels.slice(0, this.sharedLevels)).trimEnd();
    return this.trailing === 1 ? `\n${begin}` : `\n${shared}\n${begin}`;
  }

  private indent(levels: readonly Level[]): string {
    return levels.map(({ indent }) => indent).join('');
  }
}

/** Indents all lines but the first, which continues the current line. */
function indentLines(words: string, indent: string): string {
  const [first, ...others] = words.split('\n');
  return [first, ...others.map((line) => (indent + line).trimEnd())].join('\n');
}
