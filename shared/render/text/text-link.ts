import { isAddress, shownAddress } from './link-address.ts';
import type { TextBlock } from './text-block.ts';

/** A link in a plain text: its words, then its address in brackets, unless they are the same. */
export class TextLink {
  /** Null until the words have ended. */
  address: string | null = null;
  private words = '';
  private begin: { readonly block: TextBlock; readonly text: string } | null = null;

  /** Notes words that `block` is about to print; `isApart` where a gap stands before them. */
  addWords(words: string, isApart: boolean, block: TextBlock): void {
    this.begin ??= { block, text: block.text };
    this.words += isApart ? ` ${words}` : words;
  }

  /** Prints the address behind the words. A link without words, around a picture say, is left out. */
  finish(block: TextBlock): void {
    const href = this.address ?? '';
    const address = shownAddress(href);
    const words = this.words.trim();
    if (address === '' || words === '') return;
    if (!isAddress(words, href)) block.add(block.text === '' ? address : ` (${address})`);
    else if (/^https?:/i.test(address) && this.begin?.block === block) {
      block.text = this.begin.text + address;
    }
  }
}
