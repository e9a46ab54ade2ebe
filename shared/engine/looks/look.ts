import { type Rgb, readColour } from './colours.ts';
import { attributeOf, type MailElement } from './read-mail.ts';
import type { Declaration } from './read-styles.ts';

/** How an element's words look, as far as the mail says it. */
export interface Look {
  /** Null: unknown, because a tag of the template or an unread notation says it. */
  colour: Rgb | null;
  /** Whether the client chooses the colour. */
  isDefault: boolean;
  /** The first opaque ground below. `none`: the client's own. Null: unknown, a picture or a gradient. */
  ground: Rgb | 'none' | null;
  /** In px; null: unknown. */
  size: number | null;
  /** Whether the mail says the size. */
  isSized: boolean;
  isBold: boolean;
  isHidden: boolean;
}

/** A declaration that applies. `isUnknown`: only with some data. */
export type Declared = Pick<Declaration, 'property' | 'value'> & { isUnknown: boolean };

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
  background: (look, value) => {
    look.isPicture = picture.test(value);
    look.own = groundOf(value);
  },
  'background-color': (look, value) => {
    look.own = groundOf(value);
  },
  'background-image': (look, value) => {
    look.isPicture = picture.test(value);
  },
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

const scales: Record<string, number> = { h1: 2, h2: 1.5, h3: 1.17, h4: 1, h5: 0.83, h6: 0.67 };
const bold = new Set([...Object.keys(scales), 'b', 'strong', 'th']);
const link: Rgb = [0, 0, 238];

/** The look before any declaration: what the element inherits, and what its name means. */
function startOf(element: MailElement, around: Look): Draft {
  const { name } = element;
  // The class is only known when the mail is rendered.
  const isUnknown = attributeOf(element, 'class')?.hasTag === true;
  const scale = scales[name];
  return {
    ...{ ...around, own: isUnknown ? null : 'none', isPicture: false },
    ...(name === 'a' && attributeOf(element, 'href') && { colour: link, isDefault: true }),
    ...(isUnknown && { colour: null }),
    ...(scale && around.size && { size: around.size * scale, isSized: false }),
    ...(bold.has(name) && { isBold: true }),
  };
}

const picture = /\b(url|image|image-set|[a-z-]*gradient)\(/;

/** The colour in the value of a background. */
function groundOf(value: string): Look['ground'] {
  if (/^(none|transparent|initial|unset|inherit)$/.test(value)) return 'none';
  const parts = value.match(/[a-z]+\([^)]*\)|\S+/g) ?? [];
  return parts.map(readColour).find((colour) => colour !== null) ?? null;
}

const keywords: Record<string, number> = {
  ...{ 'xx-small': 9, 'x-small': 10, small: 13, medium: 16 },
  ...{ large: 18, 'x-large': 24, 'xx-large': 32 },
};

function sizeOf(value: string, { size: around }: Look): number | null {
  if (value === 'inherit') return around;
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt|rem|em|%|)$/.exec(value) ?? [];
  const size = Number.parseFloat(number);
  if (Number.isNaN(size)) return keywords[value] ?? null;
  if (unit === '') return size === 0 ? 0 : null;
  const scale = { px: 1, pt: 4 / 3, rem: 16, em: around, '%': around && around / 100 }[unit];
  return scale === null || scale === undefined ? null : size * scale;
}
