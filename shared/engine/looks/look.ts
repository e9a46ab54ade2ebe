import { type Rgb, readColour } from './colours.ts';
import { attributeOf, type MailElement } from './read-mail.ts';
import type { Declaration, Span } from './read-styles.ts';

/** How an element's words look, as far as the mail says it. */
export interface Look {
  /** Null: unknown, because a tag of the template or an unread notation says it. */
  colour: Rgb | null;
  /** Whether the client chooses the colour. */
  isDefault: boolean;
  /** The first opaque ground below. `none`: the client's own. Null: unknown, a picture or a gradient. */
  ground: Rgb | 'none' | null;
  /** In px. */
  size: number | null;
  /** Whether the mail says the size. */
  isSized: boolean;
  isBold: boolean;
  isHidden: boolean;
}

/** A declaration that applies. `isUnknown`: only with some data. */
export type Declared = Omit<Declaration, keyof Span> & { isUnknown: boolean };

/** A look that is being made: the element's own ground, and whether a picture is on it. */
interface Draft extends Look {
  own: Look['ground'];
  isPicture: boolean;
}

/** What a declaration changes, in lower case. Other properties are not read. */
const readers: Record<string, (look: Draft, value: string, around: Look) => void> = {
  color: (look, value, { colour, isDefault }) =>
    Object.assign(
      look,
      value === 'inherit' ? { colour, isDefault } : { colour: readColour(value), isDefault: false },
    ),
  background: (look, value) =>
    Object.assign(look, { isPicture: picture.test(value), own: groundOf(value) }),
  'background-color': (look, value) => Object.assign(look, { own: groundOf(value) }),
  'background-image': (look, value) => Object.assign(look, { isPicture: picture.test(value) }),
  font: (look, value, around) => {
    look.isBold = /\b(bold|bolder|[789]00)\b/.test(value);
    const size = /(?:^|\s)([\d.]+(?:px|pt|r?em|%))/.exec(value)?.[1];
    if (size) Object.assign(look, { size: sizeOf(size, around), isSized: true });
  },
  'font-size': (look, value, around) =>
    Object.assign(look, { size: sizeOf(value, around), isSized: true }),
  'font-weight': (look, value, around) => {
    look.isBold = value === 'inherit' ? around.isBold : /^(bold|bolder|[789]00)$/.test(value);
  },
  display: (look, value) => {
    look.isHidden ||= value.startsWith('none');
  },
  visibility: (look, value) => {
    look.isHidden ||= value === 'hidden';
  },
  'max-height': (look, value) => {
    look.isHidden ||= /^0(px)?$/.test(value);
  },
};

export const isRead = ({ property }: Declaration) => Object.hasOwn(readers, property);

/** The look of an element with what its client and its attributes say, the strongest declaration last. */
export function lookOf(element: MailElement, around: Look, declared: readonly Declared[]): Look {
  const draft = startOf(element, around);
  for (const { property, value, isUnknown } of declared) {
    readers[property]?.(draft, isUnknown ? 'unknown' : value.slice(0, 2000).toLowerCase(), around);
  }
  const { own, isPicture, ...look } = draft;
  if (own !== 'none') look.ground = own;
  if (isPicture) look.ground = null;
  return look;
}

const link: Rgb = [0, 0, 238];

/** The look before any declaration: what the element inherits, and what its name means. */
function startOf(element: MailElement, around: Look): Draft {
  const { name } = element;
  // The class is only known when the mail is rendered.
  const isUnknown = attributeOf(element, 'class')?.hasTag === true;
  return {
    ...{ ...around, own: isUnknown ? null : 'none', isPicture: false },
    ...(name === 'a' && attributeOf(element, 'href') && { colour: link, isDefault: true }),
    ...(isUnknown && { colour: null }),
    // The client chooses the size of a heading.
    ...(/^h[1-3]$/.test(name) && { size: null }),
    ...(/^(h[1-6]|b|strong|th)$/.test(name) && { isBold: true }),
  };
}

/** A picture in the value of a background. */
export const picture = /\b(url|image|image-set|[a-z-]*gradient)\(/i;

/** The colours and other parts in the value of a background. */
export const partsOf = (value: string) => value.match(/[a-z]+\([^)]*\)|\S+/gi) ?? [];

/** The colour in the value of a background. */
function groundOf(value: string): Look['ground'] {
  if (/^(none|transparent|initial|unset|inherit)$/.test(value)) return 'none';
  return (
    partsOf(value)
      .map(readColour)
      .find((colour) => colour !== null) ?? null
  );
}

/** In px; null: unknown. */
function sizeOf(value: string, { size: around }: Look): number | null {
  if (value === 'inherit') return around;
  if (value === '0') return 0;
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt|rem|em|%)$/.exec(value) ?? [];
  const scales = { px: 1, pt: 4 / 3, rem: 16, em: around, '%': around && around / 100 };
  const scale = Object.entries(scales).find(([name]) => name === unit)?.[1] ?? null;
  return scale === null ? (tiny[value] ?? null) : Number.parseFloat(number) * scale;
}

const tiny: Record<string, number> = { 'xx-small': 9, 'x-small': 10 };
