/** What an element's style and attributes mean for a plain text. */
export type ElementStyle = {
  /** Whether nothing in it is seen. */
  readonly isHidden: boolean;
  /** Whether its letters have no size; undefined where the element around decides. */
  readonly isSizeless: boolean | undefined;
  /** Whether it stands on lines of its own though its name does not say so. */
  readonly isBlock: boolean;
};

const plain: ElementStyle = { isHidden: false, isSizeless: undefined, isBlock: false };

/**
 * Reads what hides words from readers: `display:none`, `visibility:hidden`, `opacity:0`, a box
 * without height, letters of at most one pixel, `hidden` and `aria-hidden`. All of them are how
 * preheaders and decoration are made. `mso-hide` is none of them: it hides from Outlook alone,
 * which shows the conditional comment beside it instead.
 */
export function readStyle(attributes: Readonly<Record<string, string>>): ElementStyle {
  const isMarked = attributes.hidden !== undefined || attributes['aria-hidden'] === 'true';
  if (attributes.style === undefined) return isMarked ? { ...plain, isHidden: true } : plain;
  const style = parseStyle(attributes.style);
  const display = style.get('display');
  return {
    isHidden: isMarked || display === 'none' || isInvisible(style),
    isSizeless: readSize(style),
    isBlock: display === 'block',
  };
}

function parseStyle(style: string): Map<string, string> {
  const declarations = style.split(';').map((declaration): [string, string] => {
    const colon = declaration.indexOf(':');
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    return [declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase()];
  });
  return new Map(declarations);
}

function isInvisible(style: Map<string, string>): boolean {
  return (
    style.get('visibility') === 'hidden' ||
    isZero(style.get('opacity')) ||
    isZero(style.get('max-height')) ||
    (isZero(style.get('height')) && style.get('overflow') === 'hidden')
  );
}

const isZero = (value: string | undefined) => value !== undefined && /^0[0.]*(?![\d.])/.test(value);

/** Sizes in pixels or points tell; a percentage or an `em` of nothing is nothing. */
function readSize(style: Map<string, string>): boolean | undefined {
  const size =
    style.get('font-size') ?? style.get('font')?.match(/(?:^|\s)([\d.]+[a-z]*)(?=[\s/])/)?.[1];
  if (size === undefined) return undefined;
  if (isZero(size) || /^1px/.test(size)) return true;
  return /^[\d.]+(px|pt|rem|in|cm|mm)?$/.test(size) || /^[a-z-]+$/.test(size) ? false : undefined;
}
