import names from './data/colours.json' with { type: 'json' };

/** sRGB, each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** CIELAB with the white point D65: lightness from 0 to 100. */
export type Lab = readonly [l: number, a: number, b: number];

const named = new Map(Object.entries(names));

/** Reads `#rgb`, `#rrggbb`, `rgb()` and CSS names; null for anything else, also for a colour that is partly transparent. */
export function readColour(text: string): Rgb | null {
  const written = text.trim().slice(0, 64).toLowerCase();
  const hex = /^#([\da-f]{6}|[\da-f]{3})$/.exec(written)?.[1] ?? named.get(written);
  if (hex !== undefined) {
    const six = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const value = Number.parseInt(six, 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  }
  const [, inside] = /^rgb\(([^()]*)\)$/.exec(written) ?? [];
  const parts = inside?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
  if (parts.length !== 3 || !parts.every((part) => /^[\d.]+%?$/.test(part))) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const number = Number.parseFloat(part);
    return Math.min(255, Math.round(part.endsWith('%') ? (number / 100) * 255 : number));
  });
  return [red, green, blue];
}

/** As `#rrggbb`. */
export function hexOf(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio, from 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const linear = (channel: number) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** X, Y and Z of white, CIE D65. */
const white = [0.95047, 1, 1.08883] as const;

export function labOf(colour: Rgb): Lab {
  const [r, g, b] = [linear(colour[0]), linear(colour[1]), linear(colour[2])];
  const curve = (share: number) =>
    share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / white[0]);
  const y = curve((0.2126729 * r + 0.7151522 * g + 0.072175 * b) / white[1]);
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / white[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Clamps what sRGB does not have. */
export function rgbOf([l, a, b]: Lab): Rgb {
  const middle = (l + 16) / 116;
  const curve = (share: number) =>
    share ** 3 > 216 / 24389 ? share ** 3 : (116 * share - 16) / (24389 / 27);
  const x = curve(middle + a / 500) * white[0];
  const y = curve(middle) * white[1];
  const z = curve(middle - b / 200) * white[2];
  const channel = (share: number) => {
    const bent = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
    return Math.min(255, Math.max(0, Math.round(bent * 255)));
  };
  return [
    channel(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    channel(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    channel(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ];
}

/**
 * A colour of Outlook.com's dark mode: the lightness turned around, a and b kept.
 *
 * microsoft/roosterjs, `packages/roosterjs-color-utils/lib/utils/getDarkColor.ts`. That Outlook.com uses this function
 * of Microsoft's editor is our assumption.
 */
export function darkColour(l: number, a: number, b: number): Rgb {
  return rgbOf([(100 - l) * 0.78753 + 21.247, a, b]);
}
