import fc from 'fast-check';
import { maxHtmlStates } from '../../../../../shared/engine/limits.ts';
import { findGuards, readHtml } from '../../../../../shared/engine/render/context/find-guards.ts';
import type { ReadTag } from '../../../../../shared/engine/render/syntax/check-sections.ts';
import { findTags } from '../../../../../shared/engine/render/syntax/find-tags.ts';
import { ProblemList } from '../../../../../shared/engine/render/syntax/problem-list.ts';
import { readTag } from '../../../../../shared/engine/render/syntax/read-tag.ts';
import { soundTags } from '../../../../../trials/fuzz/templates/source.ts';
import { expect, test } from '../../../../jest.ts';

/** The texts between the tags, and the defaults' texts. */
function textsOf(html: string, tags: readonly ReadTag[]): string[] {
  const between = tags.map(({ start }, index) => html.slice(tags[index - 1]?.end ?? 0, start));
  const defaults = tags.map(({ reading }) => ('default' in reading ? reading.default : null));
  const last = html.slice(tags.at(-1)?.end ?? 0);
  return [...between, ...defaults, last].filter((text) => text !== null);
}

/**
 * The highest number of readings of one text, by Outlook or by all other programs. Equal texts
 * share their readings. Throws as soon as the number is too high, so that an endless walk ends.
 */
function mostReadings(html: string): number {
  const tags = findTags(html, new ProblemList()).map((tag) => ({
    ...tag,
    reading: readTag(tag),
  }));
  const alike = Map.groupBy(textsOf(html, tags), (text) => text);
  const counts = new Map<string, number>();
  let most = 0;
  findGuards(html, tags, (state, reading) => {
    const { text, seesConditions } = reading;
    const key = `${seesConditions} ${text}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const share = count / (alike.get(text)?.length ?? 0);
    const allowed = text.trim() === '' ? 2 * maxHtmlStates : maxHtmlStates;
    if (share > allowed) throw new Error(`${JSON.stringify(text)} is read too often`);
    most = Math.max(most, share);
    return readHtml(state, reading);
  });
  return most;
}

const numbered = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => write(number)).join('');

/** More states than the engine follows: each section may add to the name of a tag. */
const manyStates = `<${numbered(20, (n) => `{{#s${n}}}a${n}{{/s${n}}}b${n}`)}`;

test.each([
  ['once after whole sections', 1, numbered(500, (n) => `{{#s}}<p id="${n}">{{/s}}${n}`)],
  [
    'once for each way after a quote that may be open',
    2,
    `<p a={{^s}}"{{/s}}b${numbered(500, (n) => `{{#t}}${n}{{/t}}/${n}`)}`,
  ],
  [
    'once in the deepest nesting',
    1,
    `${numbered(32, (n) => `{{#s}}a${n}`)}${numbered(32, (n) => `b${n}{{/s}}`)}`,
  ],
  ['at most once for each state that is followed', 16, manyStates],
  [
    'so often far beyond the limit as well',
    16,
    `${manyStates}${numbered(500, (n) => `c${n}{{^t}}d${n}{{/t}}`)}`,
  ],
  ['so often in a default', 16, `${manyStates}{{a|e}}${numbered(50, (n) => `c${n}{{a|d${n}}}`)}`],
  ['so often by Outlook too', 16, `<!--[if mso]>${manyStates}`],
  ['twice so often between the two of a choice', 32, `${manyStates}{{#t}}x{{/t}} {{^t}}y{{/t}}`],
])('the compiler reads a text as often as its sections require: %s', (_, times, html) => {
  expect(mostReadings(html)).toBe(times);
});

test("the compiler reads no template's text more often than the limit", () => {
  fc.assert(fc.property(soundTags, (html) => void mostReadings(html)));
});
