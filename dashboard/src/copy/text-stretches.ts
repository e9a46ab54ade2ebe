import { HtmlReader } from '../../../shared/engine/render/context/html-reader.ts';
import { outermost } from '../../../shared/engine/render/context/html-state.ts';

/** Where a text between two tags begins and ends in the HTML; both are the same if nothing is between the tags. */
export type Stretch = readonly [start: number, end: number];

/** `<` begins a tag or a comment only before one of these. Elsewhere it is a text. */
const tag = /<(?:[a-z!?]|\/[\s\S])/iy;

/**
 * Finds the texts between the tags of an HTML. It leaves out comments and the content of `<style>`, `<title>` and the
 * like. If browsers may read the rest of the HTML in two ways, as behind a `<title>` in SVG, it leaves out the rest.
 */
export function textStretches(html: string): Stretch[] {
  const reading = { text: html, seesConditions: false, onScheme: () => {}, onHost: () => {} };
  const reader = new HtmlReader(outermost, 0, reading);
  const stretches: Stretch[] = [];
  let start: number | null = 0;
  while (reader.at < html.length) {
    const [state, other] = reader.read(true);
    if (!state || other) return stretches;
    tag.lastIndex = reader.at - 1;
    if (start !== null && state.place === 'tag open' && tag.test(html)) {
      stretches.push([start, reader.at - 1]);
      start = null;
    } else if (start === null && state.place === 'text') start = reader.at;
  }
  if (start !== null) stretches.push([start, html.length]);
  return stretches;
}
