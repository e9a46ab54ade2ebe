import { refuse } from '../engine/errors.ts';
import { maxJsonDepth, maxJsonValues } from '../engine/limits.ts';

/**
 * Checks how deep a JSON text nests and how many values it has; names do not count. A text within the bounds may still
 * not be JSON. Throws the refusals `bodyTooDeep` and `bodyTooManyValues`.
 */
export function checkJsonBounds(text: string, maxValues = maxJsonValues): void {
  /** For each open object and list: whether it is an object. */
  const opened: boolean[] = [];
  let isName = false;
  let values = 0;
  const count = () => {
    if (++values > maxValues) throw refuse('bodyTooManyValues');
  };
  const open = (isObject: boolean) => {
    count();
    if (opened.push(isObject) > maxJsonDepth) throw refuse('bodyTooDeep');
    isName = isObject;
  };
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      case '"':
        if (!isName) count();
        at = endOfString(text, at);
        break;
      case ':':
        isName = false;
        break;
      case ',':
        isName = opened.at(-1) ?? false;
        break;
      case '{':
        open(true);
        break;
      case '[':
        open(false);
        break;
      case '}':
      case ']':
        opened.pop();
        break;
      default:
        count();
        at = endOfWord(text, at);
    }
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
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** The offset of the last character of the number or the word that begins at `start`. */
function endOfWord(text: string, start: number): number {
  const end = /[\s",:[\]{}]/g;
  end.lastIndex = start + 1;
  return (end.exec(text)?.index ?? text.length) - 1;
}
