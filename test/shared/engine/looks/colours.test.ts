import fc from 'fast-check';
import {
  contrastOf,
  darkColour,
  hexOf,
  labOf,
  type Rgb,
  readColour,
  rgbOf,
} from '../../../../shared/engine/looks/colours.ts';
import { expect, test } from '../../../jest.ts';

const read = (text: string): Rgb => readColour(text) ?? [-1, -1, -1];

test.each([
  ['#FFF', '#ffffff'],
  [' #1a2B3c ', '#1a2b3c'],
  ['rgb(255, 0,128)', '#ff0080'],
  ['rgb(100% 0% 50%)', '#ff0080'],
  ['RebeccaPurple', '#663399'],
])('the colour %s is read as %s', (text, hex) => {
  expect(hexOf(read(text))).toBe(hex);
});

test.each(['#ffff', 'rgba(0,0,0,.5)', 'rgb(1,2)', 'var(--a)', 'constructor', 'transparent', 'xxx'])(
  'the colour %s is unknown',
  (text) => {
    expect(readColour(text)).toBeNull();
  },
);

test('white becomes #333333 in the dark mode of Outlook.com, and black white', () => {
  expect(hexOf(darkColour(...labOf(read('white'))))).toBe('#333333');
  expect(hexOf(darkColour(...labOf(read('black'))))).toBe('#ffffff');
});

test('every colour comes back from CIELAB as it was', () => {
  const channel = fc.integer({ min: 0, max: 255 });

  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      expect(rgbOf(labOf([red, green, blue]))).toEqual([red, green, blue]);
    }),
  );
});

test('the contrast of two colours is that of WCAG', () => {
  expect(contrastOf(read('black'), read('white'))).toBeCloseTo(21);
  expect(contrastOf(read('#767676'), read('#fff'))).toBeCloseTo(4.54, 2);
});
