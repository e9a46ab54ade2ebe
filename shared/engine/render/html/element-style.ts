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
  /** `kept`: with all white space. `keptInLines`: spaces collapse. Undefined: inherited. */
  readonly lineBreaks: LineBreaks | undefined;
};

/**
 * Whether an element hides its words, as preheaders do: `display:none`, `visibility:hidden`, `opacity:0`, no height,
 * letters of a pixel, `hidden`, `aria-hidden`. `mso-hide` hides only from Outlook, and does not count.
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

/** Whether letters have no size; for a percentage or `em` the parent decides. */
function readSize(style: Cascade): boolean | undefined {
  const size =
    style.get('font-size') ?? style.get('font')?.match(/(?:^|\s)([\d.]+[a-z]*)(?=[\s/])/)?.[1];
  if (size === undefined) return undefined;
  if (isZero(size) || /^1px/.test(size)) return true;
  return /^[\d.]+(px|pt|rem|in|cm|mm)?$/.test(size) || /^[a-z-]+$/.test(size) ? false : undefined;
}
