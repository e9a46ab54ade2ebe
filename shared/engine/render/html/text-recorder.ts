import { Parser } from 'htmlparser2';
import type { ProgramPiece } from '../program/assemble-program.ts';
import type { PlaceholderTag, Tag } from '../syntax/piece.ts';
import { layout } from '../text/layout.ts';
import { textFromHtml } from '../text-from-html.ts';
import { readStandIns } from './stand-in.ts';
import type { WordTarget } from './word-target.ts';

/** Of these in a row only the greatest counts. */
const gaps: readonly number[] = [layout.space, layout.line, layout.blank];

/** Keeps what a walk over an HTML with stand-ins reports, as the pieces of a text template. */
export class TextRecorder implements WordTarget {
  readonly pieces: ProgramPiece[] = [];
  private readonly tags: readonly Tag[];
  private isInAddress = false;

  constructor(tags: readonly Tag[]) {
    this.tags = tags;
  }

  words(text: string): void {
    for (const piece of readStandIns(text, this.tags)) {
      if (typeof piece === 'string') this.addWords(piece);
      else this.addTag(piece);
    }
  }

  verbatim(text: string): void {
    for (const piece of readStandIns(text, this.tags)) {
      if (typeof piece === 'string') this.pieces.push(piece);
      else this.addTag(piece);
    }
  }

  layout(step: number): void {
    if (step === layout.address) this.isInAddress = true;
    if (step === layout.linkEnd) this.isInAddress = false;
    const last = this.pieces.at(-1);
    if (typeof last === 'number' && gaps.includes(last) && gaps.includes(step)) {
      this.pieces[this.pieces.length - 1] = Math.max(last, step);
    } else {
      this.pieces.push(step);
    }
  }

  list(first: number): void {
    this.pieces.push({ kind: 'list', first });
  }

  /** Sections count wherever they stand: some authors hide them in comments. */
  unseen(text: string): void {
    for (const piece of readStandIns(text, this.tags)) {
      if (typeof piece === 'object' && piece.kind !== 'value') this.addTag(piece);
    }
  }

  private addWords(text: string): void {
    const words = text.trim();
    if (text.startsWith(' ')) this.layout(layout.space);
    if (words === '') return;
    const [gap, last] = [this.pieces.at(-1), this.pieces.at(-2)];
    if (gap === layout.space && typeof last === 'string') {
      this.pieces.splice(-2, 2, `${last} ${words}`);
    } else {
      this.pieces.push(words);
    }
    if (text.endsWith(' ')) this.layout(layout.space);
  }

  private addTag(tag: Tag): void {
    const last = this.pieces.at(-1);
    const isEmptySection =
      tag.kind === 'close' && typeof last === 'object' && last.kind === 'section';
    if (isEmptySection) this.pieces.pop();
    else this.pieces.push(tag.kind === 'value' ? this.withPlainDefault(tag) : tag);
  }

  /** A default is HTML where it was written: text in one place, a part of an attribute in others. */
  private withPlainDefault(tag: PlaceholderTag): PlaceholderTag {
    if (tag.default === null || tag.default === '') return tag;
    const read = this.isInAddress ? attributeFromHtml : textFromHtml;
    return { ...tag, default: read(tag.default) };
  }
}

/** What a piece of HTML is as an attribute's value: its entities decoded, by an attribute's rules. */
function attributeFromHtml(html: string): string {
  let value = '';
  const parser = new Parser({ onattribute: (_name, decoded) => (value = decoded) });
  parser.end(`<a href="${html.replaceAll('"', '&quot;')}">`);
  return value;
}
