import { Cascade } from './cascade.ts';
import { inlineRank, type StyleRules } from './style-rules.ts';

/** What happens to line breaks in words: each is kept, or becomes a space. */
export type LineBreaks = 'kept' | 'keptInLines' | 'folded';

/** What an element's style and attributes mean for a plain text. */
export type ElementStyle = {
  /** Whether readers see nothing of it. */
  readonly isHidden: boolean;
  /** Whether its letters have no size; undefined: the parent element decides. */
  readonly isSizeless: boolean | undefined;
  /** Whether its style puts it on lines of its own. */
  readonly isBlock: boolean;
  /**
   * `kept`: with all white space. `keptInLines`: spaces collapse. Undefined: the element's name or
   * its parent element decides.
   */
  readonly lineBreaks: LineBreaks | undefined;
};

/**
 * Finds out whether an element hides its words from readers: `display:none`, `visibility:hidden`,
 * `opacity:0`, a box without height, letters of at most one pixel, `hidden` and `aria-hidden`.
 * Authors hide preheaders and decoration with these, in a `style` or by a rule of the template's
 * own style sheet. `mso-hide` does not count: it hides words only from Outlook, which shows the
 * conditional comment beside it instead.
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

/**
 * Whether the letters have no size. A percentage or an `em` depends on the parent element's size,
 * so the parent decides.
 */
function readSize(style: Cascade): boolean | undefined {
  const size =
    style.get('font-size') ?? style.get('font')?.match(/(?:^|\s)([\d.]+[a-z]*)(?=[\s/])/)?.[1];
  if (size === undefined) return undefined;
  if (isZero(size) || /^1px/.test(size)) return true;
  return /^[\d.]+(px|pt|rem|in|cm|mm)?$/.test(size) || /^[a-z-]+$/.test(size) ? false : undefined;
}
