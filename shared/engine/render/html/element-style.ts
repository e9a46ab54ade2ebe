import { Cascade } from './cascade.ts';
import { inlineRank, type StyleRules } from './style-rules.ts';

/** What becomes of line breaks in words: each is kept, or is a space like any other. */
export type LineBreaks = 'kept' | 'keptInLines' | 'folded';

/** What an element's style and attributes mean for a plain text. */
export type ElementStyle = {
  /** Whether nothing in it is seen. */
  readonly isHidden: boolean;
  /** Whether its letters have no size; undefined where the element around decides. */
  readonly isSizeless: boolean | undefined;
  /** Whether it stands on lines of its own though its name does not say so. */
  readonly isBlock: boolean;
  /**
   * `kept` with all white space, `keptInLines` where spaces collapse; undefined where the element's
   * name or the one around it decides.
   */
  readonly lineBreaks: LineBreaks | undefined;
};

/**
 * Reads what hides words from readers: `display:none`, `visibility:hidden`, `opacity:0`, a box
 * without height, letters of at most one pixel, `hidden` and `aria-hidden`. All of them are how
 * preheaders and decoration are made, in a `style` or by a rule of the template's own style sheet.
 * `mso-hide` is none of them: it hides only from Outlook, which shows the conditional comment
 * beside it instead.
 */
export function readStyle(
  name: string,
  attributes: Readonly<Record<string, string>>,
  rules: StyleRules,
): ElementStyle {
  const isMarked = attributes.hidden !== undefined || attributes['aria-hidden'] === 'true';
  const style = new Cascade();
  rules.apply(style, name, attributes);
  if (attributes.style !== undefined) style.add(attributes.style, inlineRank);
  const display = style.get('display');
  return {
    isHidden: isMarked || display === 'none' || isInvisible(style),
    isSizeless: readSize(style),
    isBlock: display === 'block',
    lineBreaks: lineBreaks.get(style.get('white-space') ?? ''),
  };
}

const lineBreaks: ReadonlyMap<string, LineBreaks> = new Map([
  ['pre', 'kept'],
  ['pre-wrap', 'kept'],
  ['break-spaces', 'kept'],
  ['pre-line', 'keptInLines'],
  ['normal', 'folded'],
  ['nowrap', 'folded'],
  ['initial', 'folded'],
]);

function isInvisible(style: Cascade): boolean {
  return (
    style.get('visibility') === 'hidden' ||
    isZero(style.get('opacity')) ||
    isZero(style.get('max-height')) ||
    (isZero(style.get('height')) && style.get('overflow') === 'hidden')
  );
}

const isZero = (value: string | undefined) => value !== undefined && /^0[0.]*(?![\d.])/.test(value);

/** Sizes in pixels or points tell; a percentage or an `em` of nothing is nothing. */
function readSize(style: Cascade): boolean | undefined {
  const size =
    style.get('font-size') ?? style.get('font')?.match(/(?:^|\s)([\d.]+[a-z]*)(?=[\s/])/)?.[1];
  if (size === undefined) return undefined;
  if (isZero(size) || /^1px/.test(size)) return true;
  return /^[\d.]+(px|pt|rem|in|cm|mm)?$/.test(size) || /^[a-z-]+$/.test(size) ? false : undefined;
}
