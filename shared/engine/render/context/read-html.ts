import { HtmlReader, type Reading } from './html-reader.ts';
import { type HtmlState, keyOf } from './html-state.ts';

/** Different states at once within one text. Ordinary SVG has two or three; each costs a reading of the text behind. */
const maxWays = 8;

/** Where a reader goes on. */
type Way = { readonly at: number; readonly state: HtmlState };

/**
 * Reads a stretch of HTML from a state on, and returns each state in which mail programs may be
 * behind it. Most HTML has one. In SVG and MathML `<title>` and the like hold tags, unless another
 * tag has ended the SVG, which only a whole parser knows: such HTML is read both ways.
 *
 * The ways are followed side by side, and two that meet in one state become one: time grows with
 * the length and with the number of different states. More than `maxWays` of them give null.
 */
export function readHtml(state: HtmlState, reading: Reading): readonly HtmlState[] | null {
  const ends = new Map<string, HtmlState>();
  const ways: Way[] = [{ at: 0, state }];
  for (let way = takeHindmost(ways); way !== undefined; way = takeHindmost(ways)) {
    const reader = new HtmlReader(way.state, way.at, reading);
    for (const next of reader.read(ways.length > 0)) {
      if (reader.at >= reading.text.length) ends.set(keyOf(next), next);
      else add(ways, { at: reader.at, state: next });
    }
    if (ways.length + ends.size > maxWays) return null;
  }
  return [...ends.values()];
}

function takeHindmost(ways: Way[]): Way | undefined {
  let hindmost = 0;
  for (const [index, { at }] of ways.entries()) {
    if (at < (ways[hindmost]?.at ?? 0)) hindmost = index;
  }
  return ways.splice(hindmost, 1)[0];
}

function add(ways: Way[], way: Way): void {
  const key = keyOf(way.state);
  if (!ways.some(({ at, state }) => at === way.at && keyOf(state) === key)) ways.push(way);
}
