import { maxRenderedBytes } from '../../limits.ts';
import { tooLarge } from '../program/rendered-size.ts';
import { layout } from './layout.ts';
import { TextBlock } from './text-block.ts';
import { TextLink } from './text-link.ts';

/** Lays out words and steps of `layout`, for converted and for derived text alike. */
export class TextLayout {
  private block = new TextBlock();
  private readonly rows: TextRow[] = [];
  /** For each list around: the next number, or null if it has bullets. */
  private readonly lists: (number | null)[] = [];
  private link: TextLink | null = null;
  private lastLink: TextLink | null = null;
  private size = 0;

  /** Words without white space around them, or a line that is to stay as it is. */
  words(words: string): void {
    if (words === '') return;
    this.size += words.length;
    if (this.size > maxRenderedBytes) throw tooLarge('text');
    if (this.link !== null && this.link.address !== null) {
      this.link.address += words;
      return;
    }
    const beforeGap = this.block.text;
    const isApart = this.block.pad();
    this.link?.addWords(words, isApart, this.block, beforeGap);
    this.block.add(words);
  }

  /** Begins a list: numbered from `first` on, or with bullets if `first` is null. */
  list(first: number | null): void {
    this.block.lines(2);
    this.lists.push(first);
  }

  /** One step of `layout`; any other number is ignored. */
  layout(step: number): void {
    switch (step) {
      case layout.space:
        this.space();
        break;
      case layout.line:
        this.block.lines(1);
        break;
      case layout.blank:
        this.block.lines(2);
        break;
      case layout.break:
        this.block.lineBreak();
        break;
      case layout.row:
        this.beginRow();
        break;
      case layout.cell:
        this.beginCell();
        break;
      case layout.rowEnd:
        this.endRow();
        break;
      case layout.bullets:
        this.list(null);
        break;
      case layout.listEnd:
        this.endList();
        break;
      case layout.item:
        this.beginItem();
        break;
      case layout.itemEnd:
        this.endItem();
        break;
      case layout.quote:
        this.beginQuote();
        break;
      case layout.quoteEnd:
        this.endQuote();
        break;
      case layout.link:
        this.link = new TextLink();
        break;
      case layout.address:
        if (this.link !== null) this.link.address = '';
        break;
      case layout.linkEnd:
        this.endLink();
        break;
    }
  }

  /** The text; no white space at its ends. */
  finish(): string {
    while (this.rows.length > 0) this.endRow();
    return this.block.text;
  }

  private space(): void {
    if (this.link?.address == null) this.block.space();
    else this.link.address += ' ';
  }

  private beginRow(): void {
    this.rows.push({ around: this.block, cells: [], begun: 0 });
    this.block = new TextBlock();
  }

  private beginCell(): void {
    const row = this.rows.at(-1);
    if (row === undefined) {
      this.block.lines(1);
      return;
    }
    row.cells.push(this.block);
    row.begun += 1;
    this.block = new TextBlock();
  }

  private endRow(): void {
    const row = this.rows.pop();
    if (row === undefined) return;
    row.cells.push(this.block);
    this.block = row.around;
    printRow(row);
  }

  private endList(): void {
    this.lists.pop();
    this.block.lines(2);
  }

  private beginItem(): void {
    const number = this.lists.at(-1) ?? null;
    const marker = number === null ? '* ' : `${number}. `;
    if (number !== null) this.lists[this.lists.length - 1] = number + 1;
    this.block.lines(1);
    this.block.enter(true, ' '.repeat(marker.length), marker);
  }

  private endItem(): void {
    this.block.leave(true);
    this.block.lines(1);
  }

  private beginQuote(): void {
    this.block.lines(2);
    this.block.enter(false, '> ', null);
  }

  private endQuote(): void {
    this.block.leave(false);
    this.block.lines(2);
  }

  private endLink(): void {
    if (this.link === null) return;
    this.lastLink = this.link.finish(this.block, this.lastLink);
    this.link = null;
  }
}

const separator = ' | ';

/** A table's row while it is written. */
type TextRow = {
  /** The block that contains the row. */
  readonly around: TextBlock;
  /** What was written so far; text before the first cell counts as one. */
  readonly cells: TextBlock[];
  begun: number;
};

/** Prints a row: short cells share a line; a lone cell, or one of several lines, is a paragraph. */
function printRow({ around, cells, begun }: TextRow): void {
  const written = cells.filter(({ text }) => text !== '');
  const isLaidOut = begun <= 1 || written.some(({ isMultiline }) => isMultiline);
  around.lines(1);
  if (isLaidOut) {
    for (const { text, isMultiline } of written) printApart(around, 2, text, isMultiline);
  } else if (written.length > 0) {
    printApart(around, 1, written.map(({ text }) => text).join(separator), false);
  }
}

function printApart(block: TextBlock, lines: number, text: string, isMultiline: boolean): void {
  block.lines(lines);
  block.pad();
  block.add(text, isMultiline);
  block.lines(lines);
}
