import type { TextBlock } from './text-block.ts';

/** A place in a text: a block, and the block's text up to there. */
type LinkPlace = { readonly block: TextBlock; readonly text: string };

/** A link in a plain text: its words, then its address in brackets, unless they are the same. */
export class TextLink {
  /** Null until the words have ended. */
  address: string | null = null;
  private words = '';
  /** Before the gap in front of the words, and after it. */
  private gap: LinkPlace | null = null;
  private begin: LinkPlace | null = null;
  private end: LinkPlace | null = null;

  /** Notes words that are about to be printed; `isApart` if there is a gap before them. */
  addWords(words: string, isApart: boolean, block: TextBlock, beforeGap: string): void {
    this.gap ??= { block, text: beforeGap };
    this.begin ??= { block, text: block.text };
    this.words += isApart ? ` ${words}` : words;
  }

  /**
   * Prints the address after the words, if there are any; of links in a row to one address only the first has it. A
   * link that repeats the words of the one right before, such as a title after its picture, loses them.
   *
   * @returns the `previous` link for the next call
   */
  finish(block: TextBlock, previous: TextLink | null): TextLink | null {
    if (this.words.trim() === '') return previous;
    this.print(block, previous);
    this.end = { block, text: block.text };
    return this;
  }

  private print(block: TextBlock, previous: TextLink | null): void {
    const href = this.address ?? '';
    const address = shownAddress(href);
    const isKnown = previous?.address?.trim() === href.trim();
    if (isKnown && this.repeats(previous, block)) block.text = this.gap?.text ?? block.text;
    else if (address === '') return;
    else if (isAddress(this.words, href)) this.replaceWords(address, block);
    else if (!isKnown) block.add(block.text === '' ? address : ` (${address})`);
  }

  /** Replaces words that are a shorter form of the address. */
  private replaceWords(address: string, block: TextBlock): void {
    if (/^https?:/i.test(address) && this.begin?.block === block) {
      block.text = this.begin.text + address;
    }
  }

  private repeats(previous: TextLink | null, block: TextBlock): boolean {
    return (
      previous?.words.trim() === this.words.trim() &&
      previous.end?.block === block &&
      previous.end.text === this.gap?.text &&
      !block.isInItem
    );
  }
}

/** A browser leaves tabs and line breaks out of an address (URL Standard, 4.4). */
const lineBreaks = /[\t-\r\x85\u2028\u2029]/g;

/** What a link's address looks like in a text; empty if it leads nowhere. */
function shownAddress(href: string): string {
  const address = href.replace(lineBreaks, '').trim();
  if (address.startsWith('#') || /^javascript:/i.test(address)) return '';
  if (/^mailto:/i.test(address)) return address.slice('mailto:'.length).replace(/\?.*$/s, '');
  return /^(tel|sms):/i.test(address) ? address.slice('tel:'.length) : address;
}

/** Whether a link's words are its address already, perhaps in a shorter form. */
function isAddress(words: string, href: string): boolean {
  const address = shownAddress(href);
  if (/^\s*(tel|sms):/i.test(href)) {
    const digits = words.replace(/\D/g, '');
    return digits !== '' && address.replace(/\D/g, '').endsWith(digits);
  }
  return bare(words) === bare(address);
}

function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^(https?:)?\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}
