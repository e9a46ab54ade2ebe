import { type CascadeOptions, cascade } from './cascade.ts';
import { contrastOf, darkColour, labOf, type Rgb } from './colours.ts';
import type { FoundAt } from './finding.ts';
import type { Look } from './look.ts';
import type { MailSource } from './read-mail.ts';

export interface ContrastOptions {
  /** The layout and the partials that the mail is joined with: their styles count. */
  beside: readonly MailSource[];
  /** Whether the mail stands in a layout or is a partial: what is around it is unknown. */
  isPart: boolean;
}

/** Text that is hard to read on its ground, or small. */
export function* contrastFindings(mail: MailSource, options: ContrastOptions): Iterable<FoundAt> {
  const { elements } = mail;
  const sheets = [...options.beside, mail].flatMap((each) => each.sheets);
  const isWhole = !options.isPart || elements.some(({ name }) => name === 'body');
  const base: CascadeOptions['base'] = !isWhole
    ? { colour: null, ground: null }
    : { colour: black, ground: 'none' };
  const words = mail.texts.filter((text) => /[\p{L}\p{N}]/u.test(text.words));
  const light = cascade(mail, { sheets, base, isDark: false });
  const hasDark = sheets.some(({ atRules }) => atRules.some(({ prelude }) => /dark/.test(prelude)));
  const dark = hasDark ? cascade(mail, { sheets, base, isDark: true }) : null;
  for (const element of new Set(words.map((text) => text.element))) {
    const look = element && light?.get(element);
    if (!look || element.name === 'title' || isUnseen(look)) continue;
    const { start: offset } = element;
    if (look.isSized && look.size !== null && look.size < smallest) {
      const message = `The words are ${rounded(look.size)} px high: write ${smallest} px or more`;
      yield { code: 'small-text', offset, message };
    }
    const problem = problemOf(look, white);
    if (problem) yield { code: 'low-contrast', offset, message: `${problem}: ${advice}` };
    const inDark = [
      ['Apple Mail in dark mode', problemOf(dark?.get(element), null)],
      ['Outlook.com in dark mode', problemOf(inOutlook(look), outlookGround)],
    ].filter(([, found]) => found);
    const [first] = inDark;
    if (!first) continue;
    const names = inDark.map(([name]) => name).join(', ');
    yield { code: 'low-contrast-dark', offset, message: `${names}: ${first[1]}: ${advice}` };
  }
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
const outlookGround: Rgb = [51, 51, 51];

/** In px. */
const smallest = 12;

const advice = 'choose colours that differ more';

/**
 * What is wrong with the contrast of a text; null if nothing is, or it is unknown (WCAG 2.2, 1.4.3).
 *
 * @param own the client's own ground; null: unknown
 */
function problemOf(look: Look | undefined, own: Rgb | null): string | null {
  if (!look || isUnseen(look)) return null;
  const { colour, size, isBold } = look;
  const ground = look.ground === 'none' ? own : look.ground;
  if (!colour || !ground) return null;
  const ratio = contrastOf(colour, ground);
  // A text of an unknown size may be a large one.
  const isLarge = size === null || size >= 24 || (size >= 18.66 && isBold);
  const needed = isLarge ? 3 : 4.5;
  if (ratio >= needed) return null;
  return `the contrast of the text is ${rounded(ratio)} to 1, and ${needed} to 1 is needed`;
}

/** Outlook.com keeps its own colour for links without one. */
function inOutlook({ colour, ground, isDefault, ...look }: Look): Look {
  const isLink = isDefault && colour !== null && colour !== black;
  return {
    ...{ ...look, isDefault },
    colour: colour === null || isLink ? null : darkColour(...labOf(colour)),
    ground: ground === null || ground === 'none' ? ground : darkColour(...labOf(ground)),
  };
}

/** Words of 1 px or less are hidden, and those of an element within may have another size. */
const isUnseen = ({ isHidden, size }: Look) => isHidden || (size !== null && size <= 1);

const rounded = (number: number) => Math.floor(number * 10) / 10;
