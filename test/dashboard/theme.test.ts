import { glob, readFile } from 'node:fs/promises';
import { codeColors } from '../../dashboard/src/theme.ts';
import { expect, test } from '../jest.ts';

/** The page's background colours: white in the light scheme, and the dark scheme's gray. */
const page = { light: '#ffffff', dark: '#1b1d21' };

const own = /light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\)/;
/** A colour, a size or a duration that should be a variable. Lines of 1 and 2 px are allowed. */
const stray = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|(?<![\d.])(?!0?[12]px)\d[\d.]*px|\b[\d.]+m?s\b/g;

test('no stylesheet has a colour, a size in px or a duration of its own: theme.css names them', async () => {
  const found: string[] = [];
  for await (const file of glob('dashboard/src/**/*.css')) {
    if (file.endsWith('src/theme.css')) continue;
    const rules = (await readFile(file, 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
    const sizes = rules.matchAll(/font-size: (?!var\(--|inherit).*/g);
    found.push(...[...rules.matchAll(stray), ...sizes].map(([text]) => `${file}: ${text}`));
  }

  expect(found).toEqual([]);
});

test('each state has its own colour in charts, with a contrast of at least 3 in the light and in the dark', async () => {
  const css = await readFile('dashboard/src/theme.css', 'utf8');
  const states = [...css.matchAll(/--state-(\w+): (.*);/g)].map(([, name, colour = '']) => {
    return [name, ...contrasts(colour)] as const;
  });

  expect(states).toHaveLength(6);
  expect(states.filter(([, light, dark]) => Math.min(light, dark) < 3)).toEqual([]);
  expect(new Set(states.map(([, light]) => light)).size).toBe(states.length);
});

test('each colour of source code has a contrast of at least 4.5 in the light and in the dark', () => {
  const { placeholderBack: _, ...text } = codeColors;

  const pale = Object.entries(text).filter(([, colour]) => Math.min(...contrasts(colour)) < 4.5);

  expect(pale).toEqual([]);
});

/** The contrasts of a `light-dark()` of two hex colours with the page, as WCAG 2 defines them. */
function contrasts(colour: string): [light: number, dark: number] {
  const [, light = '', dark = ''] = own.exec(colour) ?? [];
  return [contrast(light, page.light), contrast(dark, page.dark)];
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[0-9a-f]{2}/g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
