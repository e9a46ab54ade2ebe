import { HtmlReader } from '../context/html-reader.ts';
import { outermost } from '../context/html-state.ts';

/** The offsets of the texts and images in an HTML that a reader sees, in UTF-16 code units. */
export type TextPlaces = {
  /** The start and the end of each text between two tags; both are the same if nothing is between them. */
  readonly texts: [start: number, end: number][];
  /** The start of each `<img>`. */
  readonly images: number[];
};

/** `<` begins a tag or a comment only before one of these. Elsewhere it is a text. */
const tag = /<(?:[a-z!?]|\/[\s\S])/iy;

const image = /<img[\s/>]/iy;

/** Finds the texts between tags, without raw text, and only up to a place that browsers may read in two ways. */
export function textPlaces(html: string): TextPlaces {
  const found: TextPlaces = { texts: [], images: [] };
  const reading = { text: html, seesConditions: false, onScheme: () => {}, onHost: () => {} };
  const reader = new HtmlReader(outermost, 0, reading);
  let start: number | null = 0;
  while (reader.at < html.length) {
    const [state, other] = reader.read(true);
    if (!state || other) return found;
    const sign = reader.at - 1;
    if (start !== null && state.place === 'tag open' && isAt(tag, html, sign)) {
      found.texts.push([start, sign]);
      if (isAt(image, html, sign)) found.images.push(sign);
      start = null;
    } else if (start === null && state.place === 'text') start = reader.at;
  }
  if (start !== null) found.texts.push([start, html.length]);
  return found;
}

function isAt(pattern: RegExp, html: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(html);
}
