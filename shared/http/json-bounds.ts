import { type Refusal, refuse, refuseBecause } from '../engine/errors.ts';
import { maxJsonDepth, maxJsonValues } from '../engine/limits.ts';

/**
 * Checks how deep a JSON text nests and how many values it has, in one pass, whatever the text is. Names do not count.
 *
 * A text that is not JSON is refused for its values only if it is JSON up to the first value too many. Of any other
 * text, `JSON.parse` makes at most `maxValues` values before it stops.
 *
 * Throws the refusals `bodyTooDeep` and `bodyTooManyValues`, and `bodyNotJson` if it finds that first.
 */
export function checkJsonBounds(text: string, maxValues = maxJsonValues): void {
  /** What closes each object and each list that is open. */
  const closings: string[] = [];
  let isName = false;
  let values = 0;
  const count = (at: number) => {
    if (++values > maxValues) throw tooManyValues(text.slice(0, at), closings);
  };
  const open = (at: number, closing: string) => {
    count(at);
    if (closings.push(closing) > maxJsonDepth) throw refuse('bodyTooDeep');
    isName = closing === '}';
  };
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case space:
      case tab:
      case lineFeed:
      case carriageReturn:
        break;
      case quote:
        if (!isName) count(at);
        at = endOfString(text, at);
        break;
      case colon:
        isName = false;
        break;
      case comma:
        isName = closings.at(-1) === '}';
        break;
      case openingBrace:
        open(at, '}');
        break;
      case openingBracket:
        open(at, ']');
        break;
      case closingBrace:
      case closingBracket:
        closings.pop();
        break;
      default:
        count(at);
        at = endOfWord(text, at);
    }
  }
}

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openingBracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** Refuses a text whose `beginning` has the maximum number of values and is followed by another value. */
function tooManyValues(beginning: string, closings: readonly string[]): Refusal {
  try {
    JSON.parse(`${beginning}0${closings.toReversed().join('')}`);
    return refuse('bodyTooManyValues');
  } catch (error) {
    return refuseBecause(error, 'bodyNotJson');
  }
}

/** The offset of the closing quote of the string that begins at `start`, or the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(text, at));
  return at === -1 ? text.length : at;
}

/** Reads each backslash only once, because the run of backslashes begins after a quote at the latest. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

/** The offset of the last character of the number or the word that begins at `start`. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at + 1 < text.length && isOfWord(text.charCodeAt(at + 1))) at++;
  return at;
}

function isOfWord(code: number): boolean {
  return (
    code > quote &&
    code !== comma &&
    code !== colon &&
    code !== openingBracket &&
    code !== closingBracket &&
    code !== openingBrace &&
    code !== closingBrace
  );
}
