import { Parser } from 'htmlparser2';
import type { ProgramPiece } from '../program/assemble-program.ts';
import type { PlaceholderTag, Tag } from '../syntax/piece.ts';
import { layout } from '../text/layout.ts';
import { textFromHtml } from '../text-from-html.ts';
import { readStandIns } from './stand-in.ts';
import type { WordTarget } from './walk-html.ts';

/** The gaps, of which only the greatest is kept if several follow one another. */
const gaps: readonly number[] = [layout.space, layout.line, layout.blank];

/** Records what `walkHtml` reports as pieces of a text template, with tags in place of their stand-ins. */
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

  /** Keeps the section tags of text that is left out: some authors put section tags into HTML comments. */
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

  /** Decodes a tag's default, which its author wrote as HTML: part of an attribute in a link's address, else text. */
  private withPlainDefault(tag: PlaceholderTag): PlaceholderTag {
    if (tag.default === null || tag.default === '') return tag;
    const read = this.isInAddress ? attributeFromHtml : textFromHtml;
    return { ...tag, default: read(tag.default) };
  }
}

/** Decodes the entities in a piece of HTML by the rules for an attribute's value. */
function attributeFromHtml(html: string): string {
  let value = '';
  const parser = new Parser({ onattribute: (_name, decoded) => (value = decoded) });
  parser.end(`<a href="${html.replaceAll('"', '&quot;')}">`);
  return value;
}
